import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { book, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';

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

const hour = 3600 * 1000;
const bodyFor = (patientOf: Person, hours = 30) => ({
  user: patientOf.user_id,
  healthcare_provider: provider.user_id,
  appointment_datetime: new Date((Math.ceil(t.clock.now().getTime() / hour) + hours) * hour).toISOString(),
  problem: 'A cough that stays.',
});
const create = (key: string, body: unknown, as = patient, call = t.call) =>
  call('POST /api/appointments/create/', { as: as.access, body, headers: { 'idempotency-key': key } });
const count = async ({ user_id }: Person) =>
  (await sql`select from appointments where patient_id = ${user_id}`.execute(t.db)).rows.length;

test('the same call again is answered the same, and done once', async () => {
  const body = bodyFor(patient);
  const first = await create('one', body);
  // Sent in another order and as texts, it is still the same.
  const again = await create('one', {
    ...Object.fromEntries(Object.entries(body).toReversed()),
    user: String(body.user),
  });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(await count(patient)).toBe(1);
});

test('a call that has nothing to say when it is done can be sent again too', async () => {
  const blog = { title: 'Sleep', content: 'Dark and cool.' };
  const { body } = await t.call('POST /apis/blogs/create/', { as: patient.access, body: blog });
  const remove = () =>
    t.call(`DELETE /apis/blogs/${body.id}/`, { as: patient.access, headers: { 'idempotency-key': 'one' } });
  const [first, again] = [await remove(), await remove()];
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
  expect(again.text).toBe(first.text);
});

test('another call under the same key is refused', async () => {
  await create('one', bodyFor(patient));
  const { status, body } = await create('one', bodyFor(patient, 31));
  expect([status, body.code]).toEqual([422, 'key_reused']);
  expect(await count(patient)).toBe(1);
});

test('a key is one person’s, on one route', async () => {
  const other = await signUp(t);
  expect((await create('one', bodyFor(patient))).status).toBe(201);
  expect((await create('one', bodyFor(other, 31), other)).status).toBe(201);
  const profile = { name: 'Asha Rao', about: 'Another call.', phone: '+91 98765 43210' };
  const headers = { 'idempotency-key': 'one' };
  const saved = await t.call('POST /register/user/basic/', { as: patient.access, body: profile, headers });
  expect([saved.status, saved.headers['idempotency-replayed']]).toEqual([200, undefined]);
});

test('what failed was not done, and may be tried again', async () => {
  const body = bodyFor(patient);
  const taken = await book(t, await signUp(t), provider, { at: body.appointment_datetime });
  expect((await create('one', body)).status).toBe(409);
  await sql`update appointments set status = 'declined' where id = ${taken.id}`.execute(t.db);
  const { status, headers } = await create('one', body);
  expect([status, headers['idempotency-replayed']]).toEqual([201, undefined]);
});

test.each(['', ' ', 'a b', 'ключ', 'a\tb', 'x'.repeat(256)])('a key that is none is refused: %j', async (key) => {
  const { status, body } = await create(encodeHeader(key), bodyFor(patient));
  expect([status, body.errors?.[0]?.field]).toEqual([400, 'Idempotency-Key']);
  expect(await count(patient)).toBe(0);
});
// As a line of HTTP carries it.
const encodeHeader = (text: string) => Buffer.from(text).toString('latin1');

test('any visible ASCII is a key', async () => {
  const key = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).join('');
  expect((await create(key.padEnd(255, '~'), bodyFor(patient))).status).toBe(201);
});

test('a running call is not started again, by this process or another', async ({ onTestFinished }) => {
  const other = await t.otherProcess();
  onTestFinished(() => other.close());
  const body = bodyFor(patient);
  const tries = Array.from({ length: 50 }, (_, n) => create('one', body, patient, n % 2 === 0 ? t.call : other.call));
  const answers = await Promise.all(tries);
  for (const { status, body: answer } of answers) {
    if (status !== 201) expect([status, answer.code]).toEqual([409, 'request_running']);
  }
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(await count(patient)).toBe(1);
  expect((await create('one', body)).status).toBe(201);
});

test('is kept for 24 hours, and swept by later calls', async () => {
  const body = bodyFor(patient, 100);
  const first = await create('one', body);
  await create('left', bodyFor(patient, 101));
  t.clock.move(24 * hour - 60_000);
  patient = await logInAgain(t, patient);
  expect((await create('one', body)).text).toBe(first.text);
  t.clock.move(60_000);
  const { status, body: answer } = await create('one', { ...body, problem: 'Another one.' });
  // It counts as a new call; the time is the earlier one's.
  expect([status, answer.code]).toEqual([409, 'slot_taken']);
  expect((await create('one', bodyFor(patient))).status).toBe(201);
  const { rows } = await sql`select key from idempotency_keys where user_id = ${patient.user_id}`.execute(t.db);
  expect(rows).toEqual([{ key: 'one' }]);
});

describe('the other calls that take a key', () => {
  test('approving', async () => {
    const { id } = await book(t, patient, provider);
    const other = await book(t, patient, provider);
    const approve = (of: number) =>
      t.call(`PUT /api/approve-appointment/${of}/`, { as: provider.access, headers: { 'idempotency-key': 'one' } });
    const first = await approve(id);
    const again = await approve(id);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect((await approve(other.id)).body.code).toBe('key_reused');
  });

  test('saving either profile', async () => {
    const headers = { 'idempotency-key': 'one' };
    const profile = { name: 'Asha Rao', about: 'Once.', phone: '+91 98765 43210' };
    const provides = { ...profile, experience: 1, education: 'MBBS', address: '5 Lake Road', fees: 1, speciality: [1] };
    for (const [line, body] of [
      ['POST /register/user/basic/', profile],
      ['POST /register/provider/', provides],
    ] as const) {
      const save = () => t.call(line, { as: patient.access, body, headers });
      const [first, again] = [await save(), await save()];
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
  });
});

describe('a call whose body is secret', () => {
  const headers = { 'idempotency-key': 'one' };
  const change = (new_password: string, current_password = patient.password) =>
    t.call('POST /account/password/', { as: patient.access, body: { current_password, new_password }, headers });

  test('is refused under the same key with another one, and answered once more with the same', async () => {
    const first = await change('a long walk home, at night');
    expect(first.status).toBe(200);
    const other = await change('some other long password', 'a long walk home, at night');
    expect([other.status, other.body.code]).toEqual([422, 'key_reused']);
    const again = await change('a long walk home, at night');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    const { username } = patient;
    const logIn = (password: string) => t.call('POST /token/', { body: { username, password } });
    expect((await logIn('a long walk home, at night')).status).toBe(200);
    expect((await logIn('some other long password')).status).toBe(401);
  });

  test('leaves nothing in the database that could be guessed from without the secret', async () => {
    const body = { current_password: patient.password, new_password: 'a long walk home, at night' };
    expect((await change(body.new_password)).status).toBe(200);
    const { rows } = await sql<{ body_hash: Buffer }>`
      select body_hash from idempotency_keys where user_id = ${patient.user_id}`.execute(t.db);
    const guesses = [[{}, {}, body], [patient.user_id, {}, {}, body], body, body.new_password].map((guess) =>
      createHash('sha256').update(JSON.stringify(guess)).digest('hex'),
    );
    expect(guesses).not.toContain(rows[0]?.body_hash.toString('hex'));
  });
});
