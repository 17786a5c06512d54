import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { pdf, reportForm } from '../../../test/fixtures/report-files.ts';
import { addAppointment, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

let v: Visit;
let otherProvider: Person;
beforeAll(async () => {
  v = await pastVisit();
  otherProvider = await signUp(v.t, { role: 'healthcare_provider' });
});
afterAll(() => v.close());

interface Row {
  id: number;
  replaced: { by: number; because: string; on: string } | null;
  withdrawn: boolean;
  report: string | null;
}

const because = 'A value was wrong.';
const put = (replaces: number, texts: Record<string, string> = {}) =>
  v.upload(pdf(), { replaces: String(replaces), replaces_because: because, ...texts });
const first = async (texts: Record<string, string> = {}) => (await v.upload(pdf(), texts)).body.id as number;
const withdraw = (id: number) =>
  v.t.call(`POST /api/records/${id}/withdraw/`, { as: v.provider.access, body: { reason: 'x' } });
const release = (id: number) => v.t.call(`POST /api/records/${id}/release/`, { as: v.provider.access });
/** What stands of some reports in a list: with what each was replaced; 'gone' where it was taken back. */
async function seen(of: '' | '-provider', ids: number[]) {
  const as = of === '' ? v.patient.access : v.provider.access;
  const { body } = await v.t.call(`GET /api/records${of}/?limit=200`, { as });
  const rows = new Map((body as Row[]).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    return row === undefined ? 'missing' : row.withdrawn ? 'gone' : (row.replaced?.by ?? 'newest');
  });
}

test('a newer version takes the place; the earlier one stays readable, and says since when and why', async () => {
  const one = await first();
  v.t.clock.move(5000);
  const two = (await put(one)).body.id;
  for (const side of ['', '-provider'] as const) expect(await seen(side, [one, two])).toEqual([two, 'newest']);
  const { body } = await v.t.call('GET /api/records/', { as: v.patient.access });
  const row = (body as Row[]).find(({ id }) => id === one);
  expect(row?.replaced).toEqual({ by: two, on: v.t.clock.now().toISOString(), because });
  expect((await v.t.app.inject(row?.report ?? '')).statusCode).toBe(200);
  v.t.clock.move(-5000);
});

test('only the newest is replaced, by its author, for the same visit, while it stands', async () => {
  const one = await first();
  const two = (await put(one)).body.id;
  const gone = await first();
  await withdraw(gone);
  const other = await addAppointment(v.t, v.patient, v.provider, -70);
  const elsewhere = await addAppointment(v.t, v.patient, otherProvider, -80);
  const theirs = await v.t.call(`POST /api/records/create/${elsewhere}/`, {
    as: otherProvider.access,
    ...reportForm(pdf()),
  });
  const ofOther = await v.t.call(`POST /api/records/create/${other}/`, { as: v.provider.access, ...reportForm(pdf()) });
  for (const [status, code, id] of [
    [409, 'wrong_state', one],
    [409, 'wrong_state', gone],
    [400, 'invalid_input', 2_000_000],
    [400, 'invalid_input', theirs.body.id],
    [400, 'invalid_input', ofOther.body.id],
    [201, undefined, two],
  ] as const) {
    const answer = await put(id);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (status === 400)
      expect(answer.body.errors).toEqual([{ field: 'replaces', message: 'Please choose a report of this visit.' }]);
  }
});

test('of two that replace the same at once, one does', async () => {
  const one = await first();
  const answers = await Promise.all([put(one), put(one), put(one)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test('the patient learns of a newer version once it may be read', async () => {
  const one = await first();
  const two = (await put(one, { release: 'after_talk' })).body.id;
  expect(await seen('', [one, two])).toEqual(['newest', 'missing']);
  expect(await seen('-provider', [one, two])).toEqual([two, 'newest']);
  await release(two);
  expect(await seen('', [one, two])).toEqual([two, 'newest']);
});

test('what was replaced before it could be read never comes, unless the newer one is taken back', async () => {
  const one = await first({ release: 'after_talk' });
  const two = (await put(one)).body.id;
  expect(await seen('', [one, two])).toEqual(['missing', 'newest']);
  expect((await release(one)).status).toBe(409);
  const waits = async () => (await v.t.call('GET /api/records/waiting/', { as: v.patient.access })).body;
  expect(await waits()).toEqual([]);
  await withdraw(two);
  expect(await waits()).toMatchObject([{ id: one }]);
  expect((await release(one)).status).toBe(200);
  expect(await seen('', [one, two])).toEqual(['newest', 'gone']);
});

test('a version that is taken back leaves no gap: the next one replaces what that one did', async () => {
  const one = await first();
  const two = (await put(one)).body.id;
  const three = (await put(two)).body.id;
  await withdraw(two);
  for (const side of ['', '-provider'] as const)
    expect(await seen(side, [one, two, three])).toEqual([three, 'gone', 'newest']);
  await withdraw(three);
  expect(await seen('', [one, two, three])).toEqual(['newest', 'gone', 'gone']);
  expect((await put(one)).status).toBe(201);
});

test('what was replaced before its day does not come when that begins', async () => {
  const day = new Date(v.t.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  const one = await first({ release: 'on_date', release_on: day });
  const two = (await put(one)).body.id;
  v.t.clock.move(4 * 86_400_000);
  const { username, password } = v.patient;
  v.patient.access = (await v.t.call('POST /token/', { body: { username, password } })).body.access;
  expect(await seen('', [one, two])).toEqual(['missing', 'newest']);
});
