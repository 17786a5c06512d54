import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { altered, forgedTokens } from '../../../test/fixtures/forged-tokens.ts';

let t: TestApp;
let person: Person;
let other: Person;
beforeAll(async () => {
  t = await testApp();
  person = await signUp(t);
  other = await signUp(t);
});
afterAll(() => t.close());

const genuine = () => ({
  ...person,
  secret: t.config.secret,
  now: Math.floor(t.clock.now().getTime() / 1000),
  otherId: other.user_id,
  trap: 'http://127.0.0.1:9',
});

test('the token that the forgeries are made of is good', async () => {
  expect((await t.call('GET /check/', { as: person.access })).status).toBe(200);
  expect((await t.call('GET /check/', { as: altered(genuine(), {}) })).status).toBe(200);
});

test('every forged access token is refused, like none at all', async () => {
  const signedOut = await t.call('GET /current-user/');
  for (const [kind, token] of Object.entries(forgedTokens(genuine()))) {
    const { status, text, headers } = await t.call('GET /current-user/', { as: token });
    expect([kind, status, text]).toEqual([kind, 401, signedOut.text]);
    expect(headers['www-authenticate']).toBe('Bearer');
  }
});
