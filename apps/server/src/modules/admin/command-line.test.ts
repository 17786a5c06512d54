import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { addApp } from '../../../test/fixtures/second-factor.ts';
import { applyListing } from '../providers/providers.ts';
import { administer } from './command-line.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const told: string[] = [];
const printLine = (line: string) => void told.push(line);
const admin = (line: string) =>
  administer({ db: t.db, owner: t.db, config: t.config, clock: t.clock, printLine }, line.split(' '));
const logIn = (username: string, password: string) => t.call('POST /token/', { body: { username, password } });
const grantsOf = async (username: string, password: string) => {
  const { body } = await logIn(username, password);
  return (await t.call('GET /check/', { as: body.access })).body.grants;
};

/** Sets a password by the link that the command printed. */
const setPassword = (said: string, new_password: string) => {
  const printed =
    /^(\S+) may set a password, once and within a day, at http:\/\/localhost:3000\/reset-password#token=([\w-]{43})$/;
  return t.call('POST /reset-password/', { body: { token: printed.exec(said)?.[2] ?? '', new_password } });
};

test('creates an account whose person sets the first password by a link, once', async () => {
  const said = await admin('create Front.Desk desk@example.org');
  expect((await setPassword(said, 'seven grey herons')).status).toBe(200);
  expect((await logIn('front.desk', 'seven grey herons')).status).toBe(200);
  expect((await setPassword(said, 'seven grey geese')).body.code).toBe('link_ended');
  const late = await admin('create back.office office@example.org');
  t.clock.move(24 * 3600 * 1000);
  expect((await setPassword(late, 'seven grey herons')).body.code).toBe('link_ended');
});

test('lets a person set a new password by a link, whose present one stays until then', async () => {
  const { username, password } = await signUp(t);
  const said = await admin(`password-link ${username}`);
  expect((await logIn(username, password)).status).toBe(200);
  expect((await setPassword(said, 'seven grey herons')).status).toBe(200);
  expect((await logIn(username, password)).status).toBe(401);
  expect((await logIn(username, 'seven grey herons')).status).toBe(200);
  await expect(admin('password-link nobody.here')).rejects.toThrow('There is no account named nobody.here.');
});

test('gives a grant and takes it back, however often it is said', async () => {
  const { username, password } = await signUp(t);
  expect(await admin(`grant ${username.toUpperCase()} administrator`)).toBe(`${username} is now administrator.`);
  await admin(`grant ${username} administrator`);
  await admin(`grant ${username} moderator`);
  expect(await grantsOf(username, password)).toEqual(['administrator', 'moderator']);
  await expect(admin(`revoke ${username} administrator`)).rejects.toThrow(/^This is the last administrator/);
  await signUp(t, { grants: ['administrator'] });
  await admin(`revoke ${username} administrator`);
  await admin(`revoke ${username} administrator`);
  expect(await grantsOf(username, password)).toEqual(['moderator']);
});

test('disables a person, whose sessions end, and enables again', async () => {
  const { username, password, refresh } = await signUp(t);
  await admin(`disable ${username}`);
  await admin(`disable ${username}`);
  expect((await logIn(username, password)).status).toBe(401);
  await admin(`enable ${username}`);
  expect((await logIn(username, password)).status).toBe(200);
  expect((await t.call('POST /token/refresh/', { body: { refresh } })).status).toBe(401);
});

test('removes the second factor of who lost it, tells, and ends the sessions', async () => {
  const person = await signUp(t);
  const { username, password, refresh } = person;
  expect(await admin(`reset-second-factor ${username}`)).toBe(`${username} has no second factor.`);
  await sql`update users set email_verified_at = now() where id = ${person.user_id}`.execute(t.db);
  await addApp(t, person);
  expect((await logIn(username, password)).body.code).toBe('code_required');
  expect(await admin(`reset-second-factor ${username}`)).toMatch(/has no second factor any more/);
  expect((await logIn(username, password)).status).toBe(200);
  expect((await t.call('POST /token/refresh/', { body: { refresh } })).status).toBe(401);
  const { rows } = await sql`
    select (select payload ->> 'subject' from jobs where lane = ${`person ${person.user_id}`} order by id desc limit 1) as subject,
      (select actor_id from audit where action = 'factor_reset' and item_id = ${person.user_id}) as actor,
      (select count(*) from recovery_codes where user_id = ${person.user_id}) as codes`.execute(t.db);
  expect(rows).toEqual([{ subject: 'Your second factor was removed', actor: null, codes: 0 }]);
});

test('takes a disabled provider out of the directory, also over a new start, and lists an enabled one', async () => {
  const provider = await signUp(t, { role: 'healthcare_provider' });
  // As asked of another address each time: an answer is kept for a second.
  let asked = 0;
  const listed = async () => (await t.call(`GET /providers/${'0'.repeat(++asked)}${provider.user_id}/`)).body.length;
  expect(await listed()).toBe(1);
  await admin(`disable ${provider.username}`);
  expect(await listed()).toBe(0);
  await applyListing(t.db, t.config);
  expect(await listed()).toBe(0);
  await admin(`enable ${provider.username}`);
  expect(await listed()).toBe(1);
});

test('writes down what the operator decided', async () => {
  const person = await signUp(t);
  await admin(`grant ${person.username} moderator`);
  await admin(`disable ${person.username}`);
  const { rows } = await sql`
    select decision, grant_name, actor_id, reason from account_decisions where user_id = ${person.user_id} order by id`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { decision: 'grant', grant_name: 'moderator', actor_id: null, reason: null },
    { decision: 'disable', grant_name: null, actor_id: null, reason: null },
  ]);
});

test('says that there is nothing to wrap anew, as long as no newer master key is set', async () => {
  expect(await admin('rotate-keys')).toMatch(/^All is wrapped with version 1 .* add 2:… to MASTER_KEYS first\.$/);
  expect(told).toEqual([]);
});

test.each([
  ['', /^Usage:/],
  ['reset-second-factor', /^Usage:/],
  ['promote asha', /^Usage:/],
  ['toString asha', /^Usage:/],
  ['create asha', /^Usage:/],
  ['grant asha', /^Usage:/],
  ['disable asha moderator', /^Usage:/],
  ['rotate-keys now', /^Usage:/],
  ['enable asha moderator more', /^Usage:/],
  ['create asha nowhere', /^email: /],
  ['create a:b asha@example.org', /^username: /],
  ['create known asha@example.org', /^That username is taken/],
  ['disable nobody', /^There is no account named nobody\.$/],
  ['grant nobody moderator', /^There is no account named nobody\.$/],
  ['grant known king', /^There is no grant named king\. Please name one of: administrator, /],
  ['revoke known king', /^There is no grant named king\./],
])('refuses "%s" with a sentence', async (line, sentence) => {
  await signUp(t, { username: 'known', role: 'unknown' }).catch(() => {});
  await expect(admin(line)).rejects.toThrow(sentence);
});
