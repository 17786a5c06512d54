import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/servers/app.ts';
import { openAuthenticator } from '../../../../test/fixtures/authenticator.ts';
import { type Person, signUp } from '../../../../test/fixtures/factories.ts';
import { addApp, codeOf } from '../../../../test/fixtures/second-factor.ts';
import { siteOf } from './second-factor-passkeys.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const base = '/account/second-factor';
const post = (line: string, as: string | undefined, body: unknown) => t.call(`POST ${line}`, { as, body });
const status = async (as: string) => (await t.call(`GET ${base}/`, { as })).body;
const startAdding = (person: Person) =>
  post(`${base}/passkeys/options/`, person.access, { current_password: person.password });
const add = (as: string, passkey: unknown, name = 'My phone') => post(`${base}/passkeys/`, as, { name, passkey });
const startLogin = async () => (await post('/token/passkey/options/', undefined, {})).body;
const logIn = (passkey: unknown) => post('/token/passkey/', undefined, { passkey });
const codeOfAnswer = ({ status: is, body }: { status: number; body: { code: string } }) => [is, body.code];

/** A person with a passkey. */
async function withPasskey() {
  const person = await signUp(t);
  const authenticator = openAuthenticator();
  const { body } = await startAdding(person);
  const added = await add(person.access, authenticator.create(body));
  expect(added.status).toBe(201);
  return { person, authenticator, id: added.body.id as number };
}

describe('adding a passkey', () => {
  test('needs the password, and marks the session', async () => {
    const person = await signUp(t);
    const authenticator = openAuthenticator();
    for (const current_password of ['wrong', undefined])
      expect((await post(`${base}/passkeys/options/`, person.access, { current_password })).status).toBe(400);
    const { body: options } = await startAdding(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Carecommons' },
      user: { name: person.username },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    expect(await add(person.access, authenticator.create(options))).toMatchObject({ status: 201 });
    expect(await status(person.access)).toMatchObject({
      confirmed: true,
      passkeys: [{ name: 'My phone', added_at: t.clock.now().toISOString(), last_used_at: null }],
    });
    const { body: next } = await startAdding(person);
    expect(next.excludeCredentials).toHaveLength(1);
  });

  test.each([
    ['of another origin', { origin: 'http://evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['without verification of the user', { userVerified: false }],
  ])('refuses an answer %s', async (_, twist) => {
    const person = await signUp(t);
    const { body } = await startAdding(person);
    const refused = await add(person.access, openAuthenticator().create(body, twist));
    expect(codeOfAnswer(refused)).toEqual([400, 'invalid_input']);
    expect((await status(person.access)).passkeys).toEqual([]);
  });

  test('refuses a challenge that is late, used, made up, or of another session', async () => {
    const [person, other] = [await signUp(t), await signUp(t)];
    const { body: options } = await startAdding(person);
    const key = openAuthenticator();
    const made = key.create(options);
    expect((await add(other.access, made)).status).toBe(400);
    expect(
      (
        await add(
          person.access,
          openAuthenticator().create(await startLogin().then((body) => ({ ...options, ...body }))),
        )
      ).status,
    ).toBe(400);
    expect((await add(person.access, openAuthenticator().create({ ...options, challenge: 'AAAA' }))).status).toBe(400);
    expect((await add(person.access, made)).status).toBe(201);
    expect((await add(person.access, openAuthenticator().create(options))).status).toBe(400);
    const { body: late } = await startAdding(person);
    t.clock.move(300_000);
    const again = (await logIn(key.get(await startLogin()))).body;
    expect((await add(again.access, openAuthenticator().create(late))).status).toBe(400);
  });

  test.each([
    ['passkey', { name: 'x' }],
    ['name', { name: '', passkey: {} }],
    ['name', { name: 'x'.repeat(61), passkey: {} }],
    ['passkey.response', { name: 'x', passkey: { id: 'a', rawId: 'a', type: 'public-key' } }],
    ['passkey.extra', { name: 'x', passkey: { extra: 1 } }],
  ])('refuses a wrong %s', async (field, body) => {
    const { access } = await signUp(t);
    const refused = await post(`${base}/passkeys/`, access, body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

describe('POST /token/passkey/', () => {
  test('opens a session that counts as one with a second factor', async () => {
    const { person, authenticator } = await withPasskey();
    const options = await startLogin();
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    const { body } = await logIn(authenticator.get(options));
    expect((await t.call('GET /current-user/', { as: body.access })).body.user_id).toBe(person.user_id);
    expect(await status(body.access)).toMatchObject({
      confirmed: true,
      passkeys: [{ last_used_at: t.clock.now().toISOString() }],
    });
  });

  test('takes each answer once, also of many at once', async () => {
    const { authenticator } = await withPasskey();
    const answer = authenticator.get(await startLogin());
    const answers = await Promise.all(Array.from({ length: 6 }, () => logIn(answer)));
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401]);
    // Nor one with its counter put on, while its challenge is the same.
    const options = await startLogin();
    expect((await logIn(authenticator.get(options))).status).toBe(200);
    expect(codeOfAnswer(await logIn(authenticator.get(options)))).toEqual([401, 'invalid_passkey']);
  });

  test.each([
    ['of another origin', { origin: 'http://evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['without verification of the user', { userVerified: false }],
    ['whose counter went back', { counter: 1 }],
  ])('refuses an answer %s', async (_, twist) => {
    const { authenticator } = await withPasskey();
    expect(codeOfAnswer(await logIn(authenticator.get(await startLogin(), twist)))).toEqual([401, 'invalid_passkey']);
  });

  test('refuses an unknown passkey, a stranger’s signature, a wrong handle, a late challenge, a disabled account', async () => {
    const { person, authenticator, id } = await withPasskey();
    const strange = openAuthenticator();
    const options = await startLogin();
    const own = authenticator.get(options);
    const unknown = await logIn(strange.get(options));
    const refusals = [
      unknown,
      await logIn({ ...strange.get(options), id: own.id, rawId: own.id }),
      await logIn({ ...own, response: { ...own.response, userHandle: 'c29tZWJvZHk' } }),
    ];
    t.clock.move(300_000);
    refusals.push(await logIn(authenticator.get(options)));
    await sql`update users set disabled_at = now() where id = ${person.user_id}`.execute(t.db);
    refusals.push(await logIn(authenticator.get(await startLogin())));
    await sql`update users set disabled_at = null where id = ${person.user_id}`.execute(t.db);
    await sql`delete from passkeys where id = ${id}`.execute(t.db);
    refusals.push(await logIn(authenticator.get(await startLogin())));
    for (const refused of refusals) expect([refused.status, refused.text]).toEqual([401, unknown.text]);
  });
});

describe('a passkey of one’s own', () => {
  test('is named anew and removed by its person alone', async () => {
    const { person, authenticator, id } = await withPasskey();
    const other = await withPasskey();
    const at = `${base}/passkeys/${id}/`;
    const rename = (as: string) => t.call(`PATCH ${at}`, { as, body: { name: 'Old phone' } });
    const missing = await t.call(`PATCH ${base}/passkeys/99999/`, { as: other.person.access, body: { name: 'x' } });
    expect((await rename(other.person.access)).text).toBe(missing.text);
    expect((await rename(person.access)).body).toEqual({});
    const remove = ({ access, password }: Person, current_password = password) =>
      post(`${at}remove/`, access, { current_password });
    expect(codeOfAnswer(await remove(other.person))).toEqual([404, 'not_found']);
    expect((await remove(person, 'wrong')).status).toBe(400);
    expect((await status(person.access)).passkeys).toMatchObject([{ id, name: 'Old phone' }]);
    expect((await remove(person)).body).toEqual({});
    expect(await status(person.access)).toMatchObject({ confirmed: false, passkeys: [] });
    expect((await logIn(authenticator.get(await startLogin()))).status).toBe(401);
  });

  test('confirms a session from before it was added; another person’s does not', async () => {
    const { person, authenticator } = await withPasskey();
    const other = await withPasskey();
    const { access } = person;
    await sql`update sessions set second_factor_at = null where user_id = ${person.user_id}`.execute(t.db);
    expect(await status(access)).toMatchObject({ confirmed: false });
    const { body: options } = await post(`${base}/confirm/options/`, access, {});
    expect(options.allowCredentials).toHaveLength(1);
    const confirm = (passkey: unknown) => post(`${base}/confirm/`, access, { passkey });
    expect((await confirm(other.authenticator.get(options))).status).toBe(400);
    expect((await confirm(authenticator.get(await startLogin()))).status).toBe(400);
    // Nor what was asked for by another session of the person's own.
    const elsewhere = (await logIn(authenticator.get(await startLogin()))).body.access;
    const { body: asked } = await post(`${base}/confirm/options/`, elsewhere, {});
    expect((await confirm(authenticator.get(asked))).status).toBe(400);
    expect((await post(`${base}/confirm/`, access, {})).status).toBe(400);
    expect((await confirm(authenticator.get(options))).body).toEqual({});
    expect(await status(access)).toMatchObject({ confirmed: true });
  });

  test('when it goes, other sessions confirm anew, and this one stays where a factor is left', async () => {
    const { person, authenticator, id } = await withPasskey();
    const { secret } = await addApp(t, person);
    const elsewhere = (await logIn(authenticator.get(await startLogin()))).body.access;
    await post(`${base}/passkeys/${id}/remove/`, person.access, { current_password: person.password });
    expect(await status(elsewhere)).toMatchObject({ confirmed: false });
    expect(await status(person.access)).toMatchObject({ confirmed: true, recovery_codes_left: 10 });
    t.clock.move(30_000);
    await post(`${base}/confirm/`, elsewhere, { code: codeOf(t, secret) });
    expect(await status(elsewhere)).toMatchObject({ confirmed: true });
  });
});

test.each([
  [undefined, 'http', 'localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  [undefined, 'http', '127.0.0.1:3000', undefined],
  [undefined, 'https', 'evil.example', undefined],
  [undefined, 'http', 'not a host', undefined],
  ['https://care.example.org', 'http', 'evil.example', { id: 'care.example.org', origin: 'https://care.example.org' }],
  ['https://care.example.org:8443', 'http', 'x', { id: 'care.example.org', origin: 'https://care.example.org:8443' }],
  ['http://care.example.org', 'http', 'care.example.org', undefined],
  ['https://10.0.0.7', 'https', '10.0.0.7', undefined],
  ['https://[fd00::7]', 'https', '[fd00::7]', undefined],
  ['http://localhost:3000', 'http', 'localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
])('passkeys with PUBLIC_URL %s, asked for at %s://%s', (publicUrl, protocol, host, site) => {
  expect(siteOf(publicUrl, { protocol, host })).toEqual(site);
});

test('where there can be no passkeys, nobody is asked for one', async () => {
  const { access, password } = await signUp(t);
  const headers = { host: '127.0.0.1:3000' };
  expect((await t.call(`GET ${base}/`, { as: access, headers })).body.passkeys_possible).toBe(false);
  for (const [line, body] of [
    ['/token/passkey/options/', {}],
    [`${base}/passkeys/options/`, { current_password: password }],
    [`${base}/confirm/options/`, {}],
  ] as const) {
    expect(codeOfAnswer(await t.call(`POST ${line}`, { as: access, body, headers }))).toEqual([409, 'wrong_state']);
  }
});
