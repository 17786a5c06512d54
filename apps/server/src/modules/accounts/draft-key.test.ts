import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const ask = (as?: string) => t.call('GET /account/draft-key/', { as });
const keyOf = async ({ access }: Person) => (await ask(access)).body.key as string;

test('each account has a key of 256 bits of its own, the same in every session, which no cache keeps', async () => {
  const [person, other] = [await signUp(t), await signUp(t)];
  const answer = await ask(person.access);
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(Object.keys(answer.body)).toEqual(['key']);
  expect(answer.body.key).toMatch(/^[\w-]{43}$/);
  expect(await keyOf(await logInAgain(t, person))).toBe(answer.body.key);
  expect(await keyOf(other)).not.toBe(answer.body.key);
});

test('an account that gets the number of another one gets another key', async () => {
  const person = await signUp(t);
  const before = await keyOf(person);
  await sql`update users set created_at = created_at + interval '1 ms' where id = ${person.user_id}`.execute(t.db);
  expect(await keyOf(person)).not.toBe(before);
});

test('without a session there is none: signed out, ended, disabled', async () => {
  const refused = async (as?: string) => {
    const { status, body } = await ask(as);
    return [status, body.code, body.key];
  };
  const none = [401, 'not_signed_in', undefined];
  expect(await refused()).toEqual(none);
  const [person, other] = [await signUp(t), await signUp(t)];
  await keyOf(person);
  await t.call('POST /logout/', { body: { refresh_token: person.refresh } });
  expect(await refused(person.access)).toEqual(none);
  await sql`update users set disabled_at = ${t.clock.now()} where id = ${other.user_id}`.execute(t.db);
  expect(await refused(other.access)).toEqual(none);
});

test('an account that was erased gets none', async () => {
  const person = await signUp(t);
  const body = { current_password: person.password, username: person.username };
  expect((await t.call('POST /account/erasure/', { as: person.access, body })).status).toBe(200);
  expect((await ask(person.access)).status).toBe(401);
});
