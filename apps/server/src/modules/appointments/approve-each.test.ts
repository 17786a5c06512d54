import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { make, rowOf, toldOf } from '../../../test/fixtures/appointment-moves.ts';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

const approve = (appointments: unknown, as: Person | undefined = provider) =>
  t.call('PUT /api/approve-appointments/', { as: as?.access, body: { appointments } });
const request = async () => (await book(t, patient, provider)).id;

test('each is approved as if alone: with its undo, and its patient told', async () => {
  const ids = [await request(), await request(), await request()];
  const { status, body } = await approve(ids);
  expect(status).toBe(200);
  expect(body).toMatchObject(
    ids.map((id) => ({ code: null, message: null, appointment: { id, status: 'approved', is_approved: true } })),
  );
  for (const id of ids) {
    expect(await rowOf(t, id)).toMatchObject({ status: 'approved', undo_to: 'requested' });
    const told = await toldOf(t, id);
    expect(told.map(({ user_id, kind }) => [user_id, kind])).toEqual([
      [provider.user_id, 'request_received'],
      [patient.user_id, 'request_approved'],
    ]);
  }
  expect((await make(t, 'undo', ids[1] as number, provider)).status).toBe(200);
  expect((await rowOf(t, ids[1] as number)).status).toBe('requested');
  expect((await rowOf(t, ids[2] as number)).status).toBe('approved');
});

test('what cannot be approved says why, and does not stop the others', async () => {
  const other = await signUp(t, { role: 'healthcare_provider' });
  const [mine, declined, foreign] = [await request(), await request(), (await book(t, patient, other)).id];
  await make(t, 'decline', declined, provider, { reason: 'Away.' });
  const past = await addAppointment(t, patient, provider, -2, 'requested');
  const ids = [foreign, declined, 2_000_000_000, past, mine];
  const { body } = await approve(ids);
  expect(body.map(({ code }: { code: string | null }) => code)).toEqual([
    'not_found',
    'wrong_state',
    'not_found',
    'wrong_state',
    null,
  ]);
  // Somebody else's is like one that is not there.
  expect(body[0]).toEqual(body[2]);
  expect(body[3].message).toBe('This request has expired: it was not answered in time.');
  expect((await rowOf(t, mine)).status).toBe('approved');
  expect((await rowOf(t, foreign)).status).toBe('requested');
});

test('a patient approves nothing of their own so', async () => {
  const id = await request();
  const { body } = await approve([id], patient);
  expect(body).toMatchObject([{ code: 'not_allowed', appointment: null }]);
  expect((await rowOf(t, id)).status).toBe('requested');
});

test('sent twice, or naming one twice, changes nothing more', async () => {
  const id = await request();
  const both = (await approve([id, id])).body;
  expect(both).toMatchObject([{ appointment: { id } }, { appointment: { id } }]);
  const before = await rowOf(t, id);
  expect((await approve([id])).body).toMatchObject([{ code: null, appointment: { status: 'approved' } }]);
  expect(await rowOf(t, id)).toEqual(before);
});

test('two hundred in one call', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 200; n++) ids.push(await addAppointment(t, patient, provider, 100 + n, 'requested'));
  const { status, body } = await approve(ids);
  expect([status, body.filter(({ code }: { code: string | null }) => code === null).length]).toEqual([200, 200]);
});

test.each([[[]], [Array.from({ length: 201 }, (_, n) => n + 1)], [['x']], [undefined]])('400: %#', async (ids) => {
  const { status, body } = await approve(ids);
  expect([status, body.errors[0].field.startsWith('appointments')]).toEqual([400, true]);
});

test('nobody signed in', async () => {
  expect((await t.call('PUT /api/approve-appointments/', { body: { appointments: [1] } })).status).toBe(401);
});
