import type { VisitKind } from '@carecommons/contract/visit-kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
  patient = await signUp(t);
});
beforeEach(async () => {
  provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

type Wanted = Omit<VisitKind, 'id'> & { id: number | null };
const kind = (name: string, changed: Partial<Wanted> = {}): Wanted => ({
  id: null,
  name,
  minutes: 30,
  fee: 800,
  buffer_after: null,
  video_url: null,
  who_may_book: 'new',
  confirmation: 'request',
  ...changed,
});

const read = (as: Person | undefined = provider) => t.call('GET /api/visit-kinds/', { as: as?.access });
const save = (kinds: unknown, as: Person | undefined = provider) =>
  t.call('PUT /api/visit-kinds/', { as: as?.access, body: { kinds } });
const terms = async () => (await t.call(`GET /api/booking-terms/${provider.user_id}/`)).body;
const profile = async () => (await t.call(`GET /providers/${provider.user_id}/`)).body[0];
const rows = async () =>
  (
    await sql<Record<string, unknown>>`
      select name, position, minutes, fee, retired_at from visit_kinds where provider_id = ${provider.user_id}
      order by position, id`.execute(t.db)
  ).rows;

test('every provider begins with one kind: by request, with the fee of the profile and the usual length', async () => {
  const { status, body } = await read();
  expect([status, body]).toEqual([200, [{ ...kind('Consultation'), id: expect.any(Number) }]]);
  expect((await terms()).kinds).toEqual([
    {
      id: body[0].id,
      name: 'Consultation',
      minutes: 30,
      fee: 800,
      by_video: false,
      who_may_book: 'new',
      confirmation: 'request',
    },
  ]);
});

test('the first follows the profile and the schedule, and they follow the first', async () => {
  await publishHours(t, provider, scheduleWith(['09:00-12:00'], { visit_minutes: 20, buffer_after: 5 }));
  await sql`update providers set fees = 650 where user_id = ${provider.user_id}`.execute(t.db);
  const [first] = (await read()).body;
  expect(first).toMatchObject({ minutes: 20, fee: 650 });

  const saved = await save([{ ...first, name: 'First visit', minutes: 45, fee: 900 }]);
  expect([saved.status, saved.body]).toEqual([200, [{ ...first, name: 'First visit', minutes: 45, fee: 900 }]]);
  expect((await profile()).fees).toBe(900);
  expect(await terms()).toMatchObject({ visit_minutes: 45, kinds: [{ id: first.id, name: 'First visit', fee: 900 }] });
  const schedule = (await t.call('GET /api/schedule/', { as: provider.access })).body;
  // What else the schedule says stays.
  expect(schedule).toMatchObject({ visit_minutes: 45, buffer_after: 5, weekly: expect.any(Array) });
  expect(schedule.weekly).toHaveLength(7);
});

test('kinds are added, renamed and put in another order', async () => {
  const [first] = (await read()).body;
  const follow = kind('Follow-up', { minutes: 15, fee: 300, buffer_after: 5, who_may_book: 'known' });
  const video = kind('Video call', { fee: 500, video_url: 'https://meet.example.org/room', confirmation: 'at_once' });
  const three = (await save([first, follow, video])).body as VisitKind[];
  expect(three.map(({ name }) => name)).toEqual(['Consultation', 'Follow-up', 'Video call']);

  const [one, two, third] = three as [VisitKind, VisitKind, VisitKind];
  const moved = await save([{ ...third, name: 'Call' }, one, two]);
  expect(moved.body).toEqual([{ ...third, name: 'Call' }, one, two]);
  expect((await profile()).fees).toBe(500);
  expect(await rows()).toMatchObject([
    { name: 'Call', position: 1, minutes: null, fee: null },
    { name: 'Consultation', position: 2, minutes: 30, fee: 800 },
    { name: 'Follow-up', position: 3, minutes: 15, fee: 300 },
  ]);
  // Without the link, which is for those who have a visit.
  expect((await terms()).kinds[0]).toEqual({
    id: third.id,
    name: 'Call',
    minutes: 30,
    fee: 500,
    by_video: true,
    who_may_book: 'new',
    confirmation: 'at_once',
  });
});

test('one that is left out is deleted, and retired if there are visits of it', async () => {
  const [first] = (await read()).body;
  const [, unused] = (await save([first, kind('Unused')])).body;
  const visit = await book(t, patient, provider);
  const other = await save([kind('Another', { fee: 700, minutes: 40 })]);
  expect(other.status).toBe(200);
  expect(await rows()).toMatchObject([
    { name: 'Another', position: 1, retired_at: null },
    { name: 'Consultation', position: null, minutes: 30, fee: 800, retired_at: t.clock.now() },
  ]);
  const kept = await t.call(`GET /api/appointments/${visit.id}/`, { as: patient.access });
  expect(kept.body.kind).toMatchObject({ id: first.id, name: 'Consultation', fee: 800 });
  // It does not come back under its old id.
  for (const id of [first.id, unused.id]) {
    const { status, body } = await save([kind('Another'), { ...first, id }]);
    expect([status, body.errors[0].field]).toEqual([400, 'kinds.1.id']);
  }
});

test('what only the practice books is not listed for patients', async () => {
  const [first] = (await read()).body;
  await save([first, kind('Walk-in', { who_may_book: 'staff' })]);
  expect((await read()).body).toHaveLength(2);
  expect((await terms()).kinds.map(({ name }: VisitKind) => name)).toEqual(['Consultation']);
});

describe('refused, and nothing changed', () => {
  test.each([
    ['no kind at all', [], 'kinds'],
    ['a first one that not everybody can book', [kind('A', { who_may_book: 'known' })], 'kinds'],
    ['two with the same name', [kind('A'), kind('a')], 'kinds'],
    ['more than 20', Array.from({ length: 21 }, (_, n) => kind(`Kind ${n}`)), 'kinds'],
    ['no name', [kind(' ')], 'kinds.0.name'],
    ['a visit of four minutes', [kind('A', { minutes: 4 })], 'kinds.0.minutes'],
    ['a fee below nothing', [kind('A', { fee: -1 })], 'kinds.0.fee'],
    ['a link without https', [kind('A', { video_url: 'http://meet.example.org' })], 'kinds.0.video_url'],
    ['a link that runs a script', [kind('A', { video_url: 'javascript:alert(1)' })], 'kinds.0.video_url'],
    ['a link that signs out', [kind('A', { video_url: 'https://site.example/logout' })], 'kinds.0.video_url'],
    ['the same in other steps', [kind('A', { video_url: 'https://site.example/x/../logout' })], 'kinds.0.video_url'],
    ['a rule that is not known', [{ ...kind('A'), confirmation: 'never' }], 'kinds.0.confirmation'],
  ])('%s', async (_, kinds, field) => {
    const before = await rows();
    const { status, body } = await save(kinds);
    expect([status, body.errors[0]?.field]).toEqual([400, field]);
    expect(await rows()).toEqual(before);
  });

  test('for a kind of somebody else', async () => {
    const other = await signUp(t, { role: 'healthcare_provider' });
    const [theirs] = (await read(other)).body;
    const { status, body } = await save([theirs]);
    expect([status, body.errors[0].field]).toEqual([400, 'kinds.0.id']);
    expect((await read(other)).body).toEqual([theirs]);
  });

  test('for who is no provider, and for nobody', async () => {
    for (const call of [read, (as: Person) => save([kind('A')], as)]) {
      const { status, body } = await call(patient);
      expect([status, body.code]).toEqual([403, 'not_allowed']);
    }
    expect((await t.call('GET /api/visit-kinds/')).status).toBe(401);
  });
});

test('two windows that save at once leave one of the two lists, whole', async () => {
  const [first] = (await read()).body;
  const lists = ['A', 'B'].map((name) => [first, kind(`${name} 1`), kind(`${name} 2`)]);
  const answers = await Promise.all(lists.map((list) => save(list)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const names = ((await read()).body as VisitKind[]).map(({ name }) => name).join();
  expect(['Consultation,A 1,A 2', 'Consultation,B 1,B 2']).toContain(names);
});
