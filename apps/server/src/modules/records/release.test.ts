import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { pdf } from '../../../test/fixtures/report-files.ts';
import { addAppointment, auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { filesOfRecords, recordLinks } from './records.ts';
import { notifyReleased } from './sweep.ts';

let v: Visit;
let [stranger, otherProvider] = [] as unknown as [Person, Person];
beforeAll(async () => {
  v = await pastVisit();
  stranger = await signUp(v.t);
  otherProvider = await signUp(v.t, { role: 'healthcare_provider' });
});
afterAll(() => v.close());

const hour = 3600_000;
const as = async (person: Person | undefined, line: string) => await v.t.call(line, { as: person?.access });
const own = async (query = '') => (await as(v.patient, `GET /api/records/${query}`)).body;
const waiting = async (person = v.patient) => (await as(person, 'GET /api/records/waiting/')).body;
const written = async (query = '') => (await as(v.provider, `GET /api/records-provider/${query}`)).body;
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const release = (id: number, person: Person | undefined) => as(person, `POST /api/records/${id}/release/`);
const secret = { title: 'Biopsy of the left lung', type: 'Histology', sentence: 'It is what we feared.' };

/** Moves the clock, and signs both in again: their tokens are good for minutes. */
async function move(milliseconds: number) {
  v.t.clock.move(milliseconds);
  for (const person of [v.patient, v.provider]) {
    const { username, password } = person;
    person.access = (await v.t.call('POST /token/', { body: { username, password } })).body.access;
  }
}

/** A day so many days from now by the clocks of the provider. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(v.t.clock.now().getTime() + days * 24 * hour);
/** The bell of a person about reports. */
async function rung(person: Person) {
  await notifyReleased(v.t.services);
  const { rows } = await sql<{ kind: string; record_id: number }>`
    select kind, record_id from notifications where user_id = ${person.user_id} and record_id is not null
    order by id`.execute(v.t.db);
  return rows;
}
/** What a genuine link of the patient opens, which no list has given out. */
async function opened(id: number) {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where user_id = ${v.patient.user_id} and ended_at is null limit 1`.execute(v.t.db);
  const actor = { user_id: v.patient.user_id, session_id: rows[0]?.id ?? '' } as Parameters<typeof recordLinks.to>[2];
  const link = recordLinks.to(v.t.config.secret, id, actor, 'view', v.t.clock.now());
  return (await v.t.app.inject(link)).statusCode;
}

describe('a report that is held until they have spoken', () => {
  let id = 0;
  test('is taken, and not released', async () => {
    const answer = await v.upload(pdf(), { ...secret, release: 'after_talk' });
    expect([answer.status, answer.body.released, answer.body.release]).toEqual([201, false, 'after_talk']);
    id = answer.body.id;
  });

  test('is nothing to its patient but that it is there, and from whom', async () => {
    expect(idsOf(await own())).not.toContain(id);
    expect(idsOf(await own(`?appointment=${v.appointment}`))).not.toContain(id);
    expect(await waiting()).toEqual([
      { id, appointment: v.appointment, doctor: 'Dr. Rohan Sethi', release: 'after_talk', release_on: null },
    ]);
    expect(await opened(id)).toBe(403);
    expect(await rung(v.patient)).toEqual([]);
    expect((await auditOf(v.t, id)).at(-1)).toMatchObject({ action: 'denied', reason: 'not_entitled' });
  });

  test('is nothing at all to anybody else', async () => {
    for (const person of [stranger, otherProvider, v.provider]) expect(await waiting(person)).toEqual([]);
    expect((await as(undefined, 'GET /api/records/waiting/')).status).toBe(401);
  });

  test('stands with its author, who can read it, among what waits', async () => {
    expect(idsOf(await written('?waiting=true'))).toEqual([id]);
    expect(idsOf(await written('?waiting=false'))).not.toContain(id);
    const [row] = await written(`?appointment=${v.appointment}`);
    expect(row).toMatchObject({ id, ...secret, released: false, new: false });
    expect((await v.t.app.inject(row.report)).statusCode).toBe(200);
    expect((await as(v.provider, 'GET /api/records-provider/?waiting=yes')).body.errors[0].field).toBe('waiting');
  });

  test('is released by its author alone, once', async () => {
    const missing = await release(2_000_000, stranger);
    for (const [status, person] of [
      [401, undefined],
      [404, stranger],
      [404, otherProvider],
      // To whom it is not there yet.
      [404, v.patient],
      [200, v.provider],
      [409, v.provider],
      [403, v.patient],
    ] as const) {
      const answer = await release(id, person);
      expect(answer.status).toBe(status);
      if (status === 404) expect(answer.text).toBe(missing.text);
    }
    const steps = (await auditOf(v.t, id)).map(({ actor_id, action, reason }) => [actor_id, action, reason]);
    expect(steps).toContainEqual([v.provider.user_id, 'release_report', null]);
    expect(steps).toContainEqual([v.patient.user_id, 'denied', 'release not_found']);
    expect(steps.at(-1)).toEqual([v.patient.user_id, 'denied', 'release not_allowed']);
  });

  test('is then there, new, and told of once', async () => {
    expect(await waiting()).toEqual([]);
    expect((await own())[0]).toMatchObject({ id, ...secret, new: true, released: true });
    await rung(v.patient);
    expect(await rung(v.patient)).toEqual([{ kind: 'report_ready', record_id: id }]);
    expect(idsOf(await written('?waiting=true'))).toEqual([]);
  });

  test('is new until its patient opens it, on whatever device, and not when somebody else does', async () => {
    const [mine] = await own();
    const [theirs] = await written();
    await v.t.app.inject(theirs.report);
    expect((await own())[0].new).toBe(true);
    await v.t.app.inject(mine.download);
    expect((await own())[0].new).toBe(false);
    const { username, password } = v.patient;
    const { body } = await v.t.call('POST /token/', { body: { username, password } });
    expect((await v.t.call('GET /api/records/', { as: body.access })).body[0].new).toBe(false);
  });
});

describe('a report for a day', () => {
  test('comes when that day begins where its author is, and not a second before', async () => {
    const { body } = await v.upload(pdf(), { ...secret, release: 'on_date', release_on: dayIn(2) });
    const begins = Date.parse(`${dayIn(2)}T00:00:00+05:30`);
    const away = begins - v.t.clock.now().getTime();
    await move(away - 1000);
    expect(await waiting()).toMatchObject([{ id: body.id, release: 'on_date', release_on: dayIn(1) }]);
    expect([idsOf(await own()).includes(body.id), await opened(body.id)]).toEqual([false, 403]);
    expect((await rung(v.patient)).map((row) => row.record_id)).not.toContain(body.id);
    await move(1000);
    expect(await waiting()).toEqual([]);
    expect((await own())[0]).toMatchObject({ id: body.id, new: true });
    expect((await rung(v.patient)).at(-1)).toEqual({ kind: 'report_ready', record_id: body.id });
    await move(-away);
  });

  test('can be given sooner', async () => {
    const { body } = await v.upload(pdf(), { release: 'on_date', release_on: dayIn(3) });
    expect((await release(body.id, v.provider)).status).toBe(200);
    expect((await own())[0].id).toBe(body.id);
  });

  test.each([
    ['release_on', 'today', () => ({ release: 'on_date', release_on: dayIn(0) })],
    ['release_on', 'a day that is over', () => ({ release: 'on_date', release_on: dayIn(-1) })],
    ['release_on', 'a year that never was', () => ({ release: 'on_date', release_on: '0000-01-01' })],
    ['release_on', 'a day in two years', () => ({ release: 'on_date', release_on: dayIn(700) })],
    ['release_on', 'a 30 February', () => ({ release: 'on_date', release_on: '2027-02-30' })],
    ['release_on', 'no day', () => ({ release: 'on_date' })],
    ['release_on', 'a day beside another rule', () => ({ release: 'at_once', release_on: dayIn(2) })],
    ['release', 'another rule', () => ({ release: 'never' })],
    ['sentence', '201 characters', () => ({ sentence: 'a'.repeat(201) })],
    ['sentence', 'NUL', () => ({ sentence: 'a\0b' })],
    ['replaces', 'a word', () => ({ replaces: 'x', replaces_because: 'x' })],
    ['replaces_because', 'a note on nothing', () => ({ replaces_because: 'x' })],
    ['replaces_because', 'no note', () => ({ replaces: '1' })],
  ])('%s: %s is refused by its name, and nothing is kept', async (field, _, texts) => {
    const before = await written('?limit=200');
    const answer = await v.upload(pdf(), texts());
    expect([answer.status, answer.body.errors?.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
    expect(idsOf(await written('?limit=200'))).toEqual(idsOf(before));
    expect(await v.t.files.sweep((keys) => filesOfRecords(v.t.db, keys), 0)).toBe(0);
  });
});

test('what is taken back before its patient could read it never comes', async () => {
  const { body } = await v.upload(pdf(), { ...secret, release: 'on_date', release_on: dayIn(1) });
  const line = `POST /api/records/${body.id}/withdraw/`;
  const reason = { reason: 'Wrong person.' };
  expect((await v.t.call(line, { as: v.patient.access, body: reason })).status).toBe(404);
  expect((await v.t.call(line, { as: v.provider.access, body: reason })).status).toBe(200);
  expect(await waiting()).toEqual([]);
  await move(48 * hour);
  expect(idsOf(await own())).not.toContain(body.id);
  expect((await rung(v.patient)).map((row) => row.record_id)).not.toContain(body.id);
  await move(-48 * hour);
  expect((await release(body.id, v.provider)).status).toBe(409);
});

test('of what waits there are pages, which are good for nobody else', async () => {
  for (let n = 0; n < 3; n++) await v.upload(pdf(), { release: 'after_talk' });
  const all = idsOf(await waiting());
  const seen = [];
  let next: string | undefined = '/api/records/waiting/?limit=2';
  while (next !== undefined) {
    const page = await as(v.patient, `GET ${next}`);
    seen.push(...idsOf(page.body));
    if (page.headers.link !== undefined) {
      const cursor = /<(.+)>/.exec(page.headers.link)?.[1] ?? '';
      expect((await as(v.provider, `GET ${cursor}`)).status).toBe(400);
    }
    next = /<(.+)>/.exec(page.headers.link ?? '')?.[1];
  }
  expect(seen).toEqual(all);
  expect(all).toHaveLength(3);
});

test('what is released later stands before what was there, in all pages', async () => {
  const other = await addAppointment(v.t, v.patient, v.provider, -90);
  const upload = (texts: Record<string, string>) => v.upload(pdf(), texts);
  const held = (await upload({ release: 'after_talk' })).body.id;
  const atOnce = (await upload({})).body.id;
  v.t.clock.move(1000);
  await release(held, v.provider);
  expect(idsOf(await own('?limit=200')).slice(0, 2)).toEqual([held, atOnce]);
  const first = await as(v.patient, 'GET /api/records/?limit=1');
  const next = /<(.+)>/.exec(first.headers.link ?? '')?.[1] ?? '';
  expect(idsOf((await as(v.patient, `GET ${next}`)).body)).toEqual([atOnce]);
  expect(await own(`?appointment=${other}`)).toEqual([]);
});
