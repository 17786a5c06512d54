import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/servers/app.ts';
import { emailsTo, reachable } from '../../../../test/fixtures/claims.ts';
import { type Person, signUp } from '../../../../test/fixtures/factories.ts';
import { addApp, codeOf } from '../../../../test/fixtures/second-factor.ts';
import { deleteOldEvents } from './event-sweep.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT: 'on' });
});
afterAll(() => t.close());

interface Event {
  kind: string;
  device: string;
  network: string;
  is_new: boolean;
}
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const chrome = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
};

let addresses = 0;
/** Each from a network of its own, so that no limit of another test is met. */
const nextAddress = () => `10.1.${++addresses}.7`;
const logIn = async ({ username, password }: Pick<Person, 'username' | 'password'>, more: object = {}) =>
  await t.call('POST /token/', { body: { username, password }, ip: nextAddress(), ...more });
const eventsOf = async (person: Pick<Person, 'access'>, query = '?limit=200') =>
  (await t.call(`GET /account/events/${query}`, { as: person.access })).body as Event[];
const kindsOf = async (person: Pick<Person, 'access'>) => (await eventsOf(person)).map(({ kind }) => kind).toReversed();

test('who signed in is on record, by device and rough network, newest first and for that person alone', async () => {
  const person = await signUp(t);
  await logIn(person, { ip: '203.0.113.77', headers: firefox });
  await logIn(person, { ip: '2001:db8:1:2:3::4', headers: firefox });
  expect((await eventsOf(person)).slice(0, 2)).toEqual([
    expect.objectContaining({
      kind: 'signed_in',
      device: 'Firefox on Linux',
      network: '2001:db8:1::/48',
      is_new: true,
    }),
    expect.objectContaining({ kind: 'signed_in', device: 'Firefox on Linux', network: '203.0.113.0/24', is_new: true }),
  ]);
  const stranger = await signUp(t);
  expect(await kindsOf(stranger)).toEqual(['registered', 'signed_in']);
  expect((await t.call('GET /account/events/')).status).toBe(401);
});

test('a wrong password by the email address is on record for its person', async () => {
  const person = await signUp(t);
  const username = `${person.username}@example.org`;
  await sql`
    update users set email = ${username}, email_verified_at = ${t.clock.now()}
    where id = ${person.user_id}`.execute(t.db);
  await logIn({ username, password: 'wrong' });
  expect(await kindsOf(person)).toEqual(['registered', 'signed_in', 'sign_in_failed']);
});

test('pages follow one another without a gap', async () => {
  const person = await signUp(t);
  for (let n = 0; n < 3; n++) await logIn(person);
  const all = await eventsOf(person);
  const paged: unknown[] = [];
  for (let line: string | undefined = '?limit=2'; line !== undefined;) {
    const { body, headers } = await t.call(`GET /account/events/${line}`, { as: person.access });
    paged.push(...body);
    line = /events\/(\?.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
  }
  expect(paged).toEqual(all);
  expect(all).toHaveLength(5);
});

test('each change of what lets somebody in is on record, and so is each failure', async () => {
  const person = await signUp(t);
  const { secret, recovery } = await addApp(t, person);
  const as = person.access;
  const { password } = person;
  await logIn({ ...person, password: 'wrong' });
  t.clock.move(60_000);
  const { ticket } = (await logIn(person)).body as { ticket: string };
  await t.call('POST /token/code/', { body: { ticket, code: '000000' }, ip: nextAddress() });
  await logIn(person, { body: { username: person.username, password, code: recovery[0] } });
  t.clock.move(60_000);
  await t.call('POST /account/second-factor/confirm/', { as, body: { code: codeOf(t, secret) } });
  await t.call('POST /account/password/', { as, body: { current_password: 'no', new_password: 'seven green buses' } });
  await t.call('POST /account/password/', {
    as,
    body: { current_password: password, new_password: 'seven green buses' },
  });
  await t.call('POST /account/sign-out-elsewhere/', { as });
  const found = await kindsOf(person);
  await t.call('POST /logout/', { body: { refresh_token: person.refresh } });
  expect(found).toEqual([
    'registered',
    'signed_in',
    'factor_added',
    'sign_in_failed',
    'code_failed',
    'signed_in',
    'recovery_code_used',
    'confirmed',
    'confirmation_failed',
    'password_changed',
    'signed_out_elsewhere',
  ]);
  const { rows } = await sql<{ kind: string }>`
    select kind from account_events where user_id = ${person.user_id} order by id desc limit 1`.execute(t.db);
  expect(rows).toEqual([{ kind: 'signed_out' }]);
});

test('a session used from two places is on record', async () => {
  const person = await signUp(t);
  const renew = async (refresh: string) => await t.call('POST /token/refresh/', { body: { refresh } });
  const second = (await renew(person.refresh)).body.refresh as string;
  await renew(second);
  expect((await renew(person.refresh)).status).toBe(401);
  const again = (await logIn(person)).body as Person;
  expect(await kindsOf(again)).toEqual(['registered', 'signed_in', 'session_reused', 'signed_in']);
});

test('a sign-in from a new device or network is told by letter, the first one and a known one are not', async () => {
  const person = await signUp(t);
  await reachable(t, person);
  const here = { ip: '192.0.2.1', headers: firefox };
  await logIn(person, here);
  expect(await emailsTo(t, person)).toEqual(['New sign-in to your account']);
  await logIn(person, { ...here, ip: '192.0.2.200' });
  expect(await emailsTo(t, person)).toHaveLength(1);
  await logIn(person, { ...here, headers: chrome });
  await logIn(person, { ip: '198.51.100.1', headers: chrome });
  expect(await emailsTo(t, person)).toHaveLength(3);
});

test('a name is kept as a keyed hash, and tries that are refused at once are counted in one row an hour', async () => {
  const before = (await sql`select 1 from account_events`.execute(t.db)).rows.length;
  const name = 'my-mistyped-password';
  const ip = '198.51.100.9';
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++)
    statuses.push((await logIn({ username: n % 2 === 0 ? name : name.toUpperCase(), password: 'x' }, { ip })).status);
  const failed = statuses.filter((status) => status === 401).length;
  expect(statuses.filter((status) => status === 429)).toHaveLength(40 - failed);
  const { rows } = await sql<{ kind: string; names: number; tries: number; count: number }>`
    select kind, count(*)::integer as count, count(distinct name_hash)::integer as names, sum(tries)::integer as tries
    from account_events where network = '198.51.100.0/24' and user_id is null group by kind order by kind`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { kind: 'sign_in_failed', count: failed, names: 1, tries: failed },
    { kind: 'sign_ins_refused', count: 1, names: 0, tries: 40 - failed },
  ]);
  expect((await sql`select 1 from account_events`.execute(t.db)).rows).toHaveLength(before + failed + 1);
  const { rows: texts } = await sql<{ text: string }>`select e::text as text from account_events e`.execute(t.db);
  expect(texts.map(({ text }) => text).join(' ')).not.toMatch(/mistyped/i);
});

test('administrators search it by person, kind and network, and that is written down', async () => {
  const administrator = await signUp(t, { grants: ['administrator'] });
  const person = await signUp(t);
  const ip = '100.64.3.9';
  await logIn({ ...person, password: 'wrong' }, { ip });
  const search = async (query: string, as = administrator) =>
    await t.call(`GET /api/admin/account-events/?${query}`, { as: as.access });
  const row = {
    kind: 'sign_in_failed',
    network: '100.64.3.0/24',
    person: { id: person.user_id, username: person.username },
    name: expect.stringMatching(/^[\da-f]{32}$/),
    tries: 1,
  };
  expect((await search('network=100.64.3.0/24')).body).toEqual([expect.objectContaining(row)]);
  expect((await search(`username=${person.username}&kind=sign_in_failed`)).body).toHaveLength(1);
  expect((await search(`username=${person.username}`)).body).toHaveLength(3);
  expect((await search('until=2020-01-01T00:00:00Z')).body).toEqual([]);
  expect((await search('username=nobody-at-all')).status).toBe(400);
  expect((await search('', person)).status).toBe(403);
  const { rows } = await sql<{ reason: string; item_id: number }>`
    select reason, item_id from audit where actor_id = ${administrator.user_id} and action = 'search' order by id`.execute(
    t.db,
  );
  expect(rows).toContainEqual({ reason: 'account events', item_id: person.user_id });
});

test('what is older than the setting says is deleted', async () => {
  const person = await signUp(t);
  await deleteOldEvents(t);
  expect(await kindsOf(person)).toHaveLength(2);
  t.clock.move(366 * 86_400_000);
  await deleteOldEvents(t);
  expect((await sql`select 1 from account_events`.execute(t.db)).rows).toEqual([]);
});
