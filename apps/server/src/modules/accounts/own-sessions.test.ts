import { liveSignedOut } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails } from '../../../test/fixtures/emails.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const list = (as?: string) => t.call('GET /account/sessions/', { as });
const end = (as: string | undefined, id: string) => t.call(`DELETE /account/sessions/${id}/`, { as });
const endOthers = (as?: string) => t.call('POST /account/sign-out-elsewhere/', { as });
const works = async (as: string) => (await t.call('GET /check/', { as })).status === 200;
const sessionOf = (access: string) =>
  JSON.parse(Buffer.from(access.split('.')[1] as string, 'base64url').toString()).sid as string;

async function openOn(person: Person, userAgent: string) {
  const { username, password } = person;
  const headers = { 'user-agent': userAgent };
  return (await t.call('POST /token/', { body: { username, password }, headers })).body.access as string;
}

test('lists where one is signed in, last used first, and which session asks', async () => {
  const person = await signUp(t);
  t.clock.move(60_000);
  await openOn(person, 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0');
  t.clock.move(60_000);
  const used = await t.call('POST /token/refresh/', { body: { refresh: person.refresh } });
  const { status, body } = await list(used.body.access);
  expect(status).toBe(200);
  const [now, minute] = [t.clock.now().getTime(), 60_000];
  const at = (ms: number) => new Date(ms).toISOString();
  expect(body).toEqual([
    { id: sessionOf(person.access), device: '', opened_at: at(now - 2 * minute), used_at: at(now), current: true },
    {
      id: expect.any(String),
      device: 'Firefox on Linux',
      opened_at: at(now - minute),
      used_at: at(now - minute),
      current: false,
    },
  ]);
});

test('comes page by page', async () => {
  const person = await signUp(t);
  for (let n = 0; n < 4; n++) await logInAgain(t, person);
  const seen: string[] = [];
  let next: string | undefined = '/account/sessions/?limit=2';
  while (next !== undefined) {
    const page = await t.call(`GET ${next}`, { as: person.access });
    seen.push(...page.body.map(({ id }: { id: string }) => id));
    next = /<(.+)>/.exec(page.headers.link ?? '')?.[1];
  }
  expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
});

test('ends one session, here at once and on another process within a second', async () => {
  const person = await signUp(t);
  const lost = await openOn(person, 'lost phone');
  const other = await t.otherProcess();
  expect((await other.call('GET /check/', { as: lost })).status).toBe(200);
  const answer = await end(person.access, sessionOf(lost));
  expect([answer.status, answer.body]).toEqual([200, {}]);
  const began = performance.now();
  expect(await works(lost)).toBe(false);
  await expect.poll(async () => (await other.call('GET /check/', { as: lost })).status, { timeout: 1000 }).toBe(401);
  expect(performance.now() - began).toBeLessThan(1000);
  expect(await works(person.access)).toBe(true);
  expect((await list(person.access)).body).toHaveLength(1);
  expect((await end(person.access, sessionOf(lost))).status).toBe(404);
  const { rows } = await sql`select end_reason from sessions where id = ${sessionOf(lost)}`.execute(t.db);
  expect(rows).toEqual([{ end_reason: 'signed_out' }]);
  await other.close();
});

test("somebody else's session is as if it were not there", async () => {
  const [person, stranger] = [await signUp(t), await signUp(t)];
  const answers = [
    await end(stranger.access, sessionOf(person.access)),
    await end(stranger.access, '00000000-0000-4000-8000-000000000000'),
    await end(stranger.access, 'x'),
    await end(stranger.access, '1%20or%201'),
  ];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
  expect(await works(person.access)).toBe(true);
  for (const call of [list(), end(undefined, sessionOf(person.access)), endOthers()]) {
    expect((await call).status).toBe(401);
  }
});

test('signs out everywhere else, and says how many that were', async () => {
  const [person, stranger] = [await signUp(t), await signUp(t)];
  const [one, two] = [await openOn(person, 'one'), await openOn(person, 'two')];
  const answer = await endOthers(person.access);
  expect([answer.status, answer.body]).toEqual([200, { ended: 2 }]);
  expect(await Promise.all([one, two, person.access, stranger.access].map(works))).toEqual([false, false, true, true]);
  expect((await endOthers(person.access)).body).toEqual({ ended: 0 });
});

test('whoever has a session alone, and neither password nor factor, ends no other', async () => {
  const person = await signUp(t);
  const owner = await openOn(person, 'the phone of its person');
  await sql`update sessions set confirmed_at = ${new Date(t.clock.now().getTime() - 11 * 60_000)}
    where user_id = ${person.user_id}`.execute(t.db);
  for (const refused of [await end(person.access, sessionOf(owner)), await endOthers(person.access)])
    expect([refused.status, refused.body.code]).toEqual([403, 'confirmation_required']);
  expect(await works(owner)).toBe(true);

  // Its person confirms, or signs in anew, and is rid of it.
  const confirm = { current_password: person.password };
  expect((await t.call('POST /account/second-factor/confirm/', { as: owner, body: confirm })).status).toBe(200);
  expect((await end(owner, sessionOf(person.access))).status).toBe(200);
  const anew = await openOn(person, 'the same phone');
  expect((await endOthers(anew)).body).toEqual({ ended: 1 });
  expect(await works(owner)).toBe(false);
});

test('open sockets of an ended session are closed within a second', async () => {
  const person = await signUp(t);
  const lost = await openOn(person, 'lost phone');
  const closed = Promise.withResolvers<number>();
  const connection = {
    actor: undefined,
    until: new Date(0),
    topics: new Set<string>(),
    send() {},
    probe() {},
    close: (code: number) => closed.resolve(code),
  };
  t.services.live.add(connection);
  expect(await t.services.live.hello(connection, lost)).toBe(true);
  const began = performance.now();
  await endOthers(person.access);
  expect(await closed.promise).toBe(liveSignedOut);
  expect(performance.now() - began).toBeLessThan(1000);
  t.services.live.remove(connection);
});

test('a refresh token used by two ends the session, and tells its person once', async () => {
  const person = await signUp(t);
  await sql`update users set email_verified_at = now() where id = ${person.user_id}`.execute(t.db);
  await sendEmails(t);
  const refresh = () => t.call('POST /token/refresh/', { body: { refresh: person.refresh } });
  await refresh();
  t.clock.move(11_000);
  await Promise.all([refresh(), refresh(), refresh()]);
  expect((await sendEmails(t)).map(({ subject }) => subject)).toEqual(['One of your sessions was signed out']);
  const { rows } = await sql`select action from audit where actor_id = ${person.user_id}`.execute(t.db);
  expect(rows).toEqual([{ action: 'token_reused' }]);
});
