import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails, site } from '../../../test/fixtures/emails.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let person: Person & { email: string };
beforeEach(async () => {
  const made = await signUp(t);
  const email = `${made.username}@example.org`;
  await sql`update users set email = ${email}, email_verified_at = now() where id = ${made.user_id}`.execute(t.db);
  await sendEmails(t);
  person = { ...made, email };
});

const fresh = 'seven grey herons';
const forgot = (email: unknown, headers: Record<string, string> = {}) =>
  t.call('POST /forgot-password/', { body: { email }, headers });
const reset = (token: unknown, new_password: unknown = fresh) =>
  t.call('POST /reset-password/', { body: { token, new_password } });
const logIn = (password: string) => t.call('POST /token/', { body: { username: person.username, password } });
const linkFor = async (email = person.email) => {
  expect((await forgot(email)).status).toBe(200);
  const [message] = await sendEmails(t);
  return message;
};

test('sets a new password once, ends every session, opens none, and tells the person', async () => {
  const message = await linkFor(person.email.toUpperCase());
  expect(message).toMatchObject({ to: person.email, subject: 'Choose a new password' });
  expect(message?.link).toBe(`${site}/reset-password#token=${message?.token}`);
  expect(message?.text).toContain(person.username);
  const other = await t.otherProcess();
  expect((await other.call('GET /check/', { as: person.access })).status).toBe(200);

  const answer = await reset(message?.token);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect((await t.call('GET /check/', { as: person.access })).status).toBe(401);
  expect((await t.call('POST /token/refresh/', { body: { refresh: person.refresh } })).body.code).toBe('session_ended');
  expect((await logIn(person.password)).status).toBe(401);
  expect((await logIn(fresh)).status).toBe(200);
  expect((await reset(message?.token)).body.code).toBe('link_ended');
  expect(await sendEmails(t)).toMatchObject([{ to: person.email, subject: 'Your password was changed' }]);
  const { rows } = await sql`select action from audit where actor_id = ${person.user_id}`.execute(t.db);
  expect(rows).toEqual([{ action: 'password_reset' }]);
  await expect.poll(async () => (await other.call('GET /check/', { as: person.access })).status).toBe(401);
  await other.close();
});

test('the link is good for fifteen minutes', async () => {
  const message = await linkFor();
  t.clock.move(14 * 60_000);
  expect((await reset(message?.token, 'short')).status).toBe(400);
  t.clock.move(61_000);
  expect((await reset(message?.token)).body.code).toBe('link_ended');
  expect((await logIn(person.password)).status).toBe(200);
});

test('a newer link takes the place of the one before', async () => {
  const [first, second] = [await linkFor(), await linkFor()];
  expect((await reset(first?.token)).body.code).toBe('link_ended');
  expect((await reset(second?.token)).status).toBe(200);
});

test('of ten who use a link at once, one sets the password', async () => {
  const message = await linkFor();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(message?.token, `${fresh} ${n}`)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toEqual([200]);
  expect((await logIn(`${fresh} ${statuses.indexOf(200)}`)).status).toBe(200);
});

test('a weak password is refused by the rules of registration, and the link stays good', async () => {
  const message = await linkFor();
  for (const weak of ['short', 'Welcome@123', `${person.username}1`, 'x'.repeat(129)]) {
    const answer = await reset(message?.token, weak);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'new_password']);
  }
  expect((await reset(message?.token)).status).toBe(200);
});

test.each(['a token of another kind', 'a made-up one', 'none'])('%s sets no password', async (kind) => {
  const token = async () => {
    if (kind !== 'a token of another kind') return kind === 'none' ? '' : 'B'.repeat(43);
    const body = { current_password: person.password, email: 'elsewhere@example.org' };
    await t.call('POST /account/email/', { as: person.access, body });
    return (await sendEmails(t))[0]?.token;
  };
  expect((await reset(await token())).status).toBe(400);
  expect((await logIn(person.password)).status).toBe(200);
});

test('unknown, unconfirmed and disabled addresses get the same answer, byte for byte, and no letter', async () => {
  const unconfirmed = await signUp(t);
  const { email } = (await t.call('GET /account/email/', { as: unconfirmed.access })).body;
  const disabled = await signUp(t);
  await sql`update users set email = 'away@example.org', email_verified_at = now(), disabled_at = now()
    where id = ${disabled.user_id}`.execute(t.db);
  await sendEmails(t);
  const answers = [await forgot(person.email)];
  expect(await sendEmails(t)).toHaveLength(1);
  for (const other of ['nobody@example.org', email, 'away@example.org']) answers.push(await forgot(other));
  expect(await sendEmails(t)).toEqual([]);
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const namesOf = answers.map(({ headers }) => Object.keys(headers).join());
  expect(new Set(namesOf).size).toBe(1);
});

test('a known address takes as long as an unknown one', async () => {
  const took = async (email: string) => {
    const began = performance.now();
    await forgot(email);
    return performance.now() - began;
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < 41; n++) {
    times.known.push(await took(person.email));
    times.unknown.push(await took(`nobody${n}@example.org`));
  }
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] as number;
  expect(Math.abs(middle(times.known) - middle(times.unknown))).toBeLessThan(5);
});

test('a link leads to the address that is set, whatever Host the request names', async () => {
  const open = await t.otherProcess({ publicUrl: site });
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const answer = await open.call('POST /forgot-password/', { body: { email: person.email }, headers });
  await open.close();
  expect(answer.status).toBe(200);
  const [message] = await sendEmails(t);
  expect(message?.link).toMatch(new RegExp(`^${site}/`));
  expect(message?.text).not.toContain('evil');
});

test.each(['', 'no address', 7, ['a@example.org', 'b@example.org'], 'a@example.org\nb@example.org'])(
  'refuses %j as an address',
  async (email) => {
    const answer = await forgot(email);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'email']);
  },
);

test('is limited by address and by network, alike for the known and the unknown', async () => {
  const limited = await testApp({ RATE_LIMIT: 'on' });
  const ask = (email: string, ip: string) => limited.call('POST /forgot-password/', { body: { email }, ip });
  for (let n = 0; n < 5; n++) expect((await ask('who@example.org', `203.0.113.${n}`)).status).toBe(200);
  const refused = await ask('WHO@example.org', '203.0.113.9');
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  for (let n = 0; n < 20; n++) expect((await ask(`p${n}@example.org`, '198.51.100.1')).status).toBe(200);
  expect((await ask('more@example.org', '198.51.100.1')).status).toBe(429);
  await limited.close();
});

test('whoever was locked out by wrong passwords may log in with the new one at once', async () => {
  const limited = await testApp({ RATE_LIMIT: 'on' });
  const body = { username: 'forgetful', email: 'forgetful@example.org', password: 'kettle lamp river' };
  await limited.call('POST /register/user/', { body });
  await sql`update users set email_verified_at = now()`.execute(limited.db);
  await sendEmails(limited);
  const tries = (password: string) => limited.call('POST /token/', { body: { username: body.username, password } });
  for (let n = 0; n < 6; n++) await tries('wrong');
  expect((await tries(body.password)).status).toBe(429);
  await limited.call('POST /forgot-password/', { body: { email: body.email } });
  const [message] = await sendEmails(limited);
  const answer = await limited.call('POST /reset-password/', { body: { token: message?.token, new_password: fresh } });
  expect(answer.status).toBe(200);
  expect((await tries(fresh)).status).toBe(200);
  await limited.close();
});
