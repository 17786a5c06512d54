import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { hasRedis, startRedis } from '../../../test/servers/redis.ts';

let t: TestApp;
let people = 0;
let author: string;
let newcomer: string;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT: 'on', LIMIT_REGISTRATIONS: '1000' });
});
afterAll(() => t.close());

/** Somebody whose account is a month old and confirmed, and somebody who has just come. */
beforeEach(async () => {
  const old = await signUp(t, { username: `author-${people++}`, role: 'unknown' });
  await sql`update users set created_at = created_at - interval '30 days', email_verified_at = created_at,
    email = ${`${people}@example.org`} where id = ${old.user_id}`.execute(t.db);
  author = old.access;
  newcomer = (await signUp(t, { username: `newcomer-${people}`, role: 'unknown' })).access;
  t.clock.move(1000);
  t.services.sessions.forgetPerson(old.user_id);
});

/** Moves the clock, beyond the life of the author's token, who gets another one. */
function later(ms: number) {
  const { sessions } = t.services;
  const session = sessions.claimed(`Bearer ${author}`);
  if (session === undefined) throw new Error('The token has run out.');
  t.clock.move(ms);
  author = sessions.issueAccess(session.user_id, session.session_id);
}

let room = 1;
const say = (as: string, content: string, client_id?: string) =>
  t.call(`POST /apis/messages-create/${room}/`, { as, body: { content, client_id } });
let said = 0;
const sayNew = (as: string) => say(as, `message number ${said++} of this test`);

async function countPassed(times: number, post: () => Promise<{ status: number }>) {
  let passed = 0;
  for (let n = 0; n < times; n++) if ((await post()).status === 201) passed += 1;
  return passed;
}

test('a person says ten things in ten seconds and thirty in a minute; a new account half as many', async () => {
  expect(await countPassed(12, () => sayNew(author))).toBe(10);
  const refused = await sayNew(author);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(refused.body.message).toMatch(/nothing is lost/);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10);
  // Others are not held up by it.
  expect(await countPassed(7, () => sayNew(newcomer))).toBe(5);
  let passed = 10;
  for (let n = 0; n < 5; n++) {
    t.clock.move(10_000);
    passed += await countPassed(11, () => sayNew(author));
  }
  // The windows begin with the clock's minutes: at most two of them were touched.
  expect(passed).toBeGreaterThanOrEqual(30);
  expect(passed).toBeLessThanOrEqual(60);
});

test('an account is new for a day, and for as long as its address is not confirmed', async () => {
  const { user_id, access } = await signUp(t, { username: `third-${people}`, role: 'unknown' });
  const refreshed = () => {
    t.services.sessions.forgetPerson(user_id);
    t.clock.move(60_000);
  };
  await sql`update users set email_verified_at = created_at, email = 'third@example.org' where id = ${user_id}`.execute(
    t.db,
  );
  refreshed();
  expect(await countPassed(8, () => sayNew(access))).toBe(5);
  await sql`update users set created_at = created_at - interval '25 hours' where id = ${user_id}`.execute(t.db);
  refreshed();
  expect(await countPassed(8, () => sayNew(access))).toBe(8);
  await sql`update users set email_verified_at = null where id = ${user_id}`.execute(t.db);
  refreshed();
  expect(await countPassed(8, () => sayNew(access))).toBe(5);
});

test('the same text again is refused, however it is spelled and wherever it is said, until ten minutes are over', async () => {
  const text = 'Buy my wonderful herbal tea today';
  expect((await say(author, text)).status).toBe(201);
  for (const again of [text, `  ${text.toUpperCase()}!! `, 'Buy my wonderful, herbal tea… today']) {
    const refused = await say(author, again);
    expect([refused.status, refused.body.code]).toEqual([409, 'said_already']);
  }
  room = 2;
  expect((await say(author, text)).status).toBe(409);
  room = 1;
  expect((await t.call('POST /apis/help-center/create/', { as: author, body: { problem: text } })).status).toBe(409);
  // Somebody else may say it, and a little later its author.
  expect((await say(newcomer, text)).status).toBe(201);
  later(10 * 60_000);
  expect((await say(author, text)).status).toBe(201);
});

test('a short answer may be given three times', async () => {
  expect(await countPassed(5, () => say(author, 'Thank you!'))).toBe(3);
});

test('the same message sent again by its id is no copy, and is not counted', async () => {
  const id = crypto.randomUUID();
  const text = 'Does anybody know a good physiotherapist?';
  const first = await say(author, text, id);
  for (let n = 0; n < 15; n++) expect((await say(author, text, id)).body.id).toBe(first.body.id);
  expect(await countPassed(9, () => sayNew(author))).toBe(9);
});

test('a question sent again with its key gets its answer; what was refused may be sent later', async () => {
  const ask = (problem: string, key: string) =>
    t.call('POST /apis/help-center/create/', { as: author, body: { problem }, headers: { 'idempotency-key': key } });
  const text = 'How long does a sprained ankle take?';
  const first = await ask(text, 'one');
  expect([first.status, (await ask(text, 'one')).body.prob_id]).toEqual([201, first.body.prob_id]);
  expect((await ask(text, 'two')).status).toBe(409);
  expect(await countPassed(12, () => ask(`Question number ${said++} of this test`, `key-${said}`))).toBe(9);
  const late = 'A question that has to wait for an hour';
  const refused = await ask(late, 'three');
  expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/a lot in one hour/)]);
  later((Number(refused.headers['retry-after']) + 1) * 1000);
  expect((await ask(late, 'three')).status).toBe(201);
});

test('a message that failed is no copy of itself', async () => {
  const text = 'Said in a room that is not there at all';
  room = 999;
  expect((await say(author, text)).status).toBe(404);
  room = 1;
  expect((await say(author, text)).status).toBe(201);
});

test('thirty answers and ten articles in an hour', async () => {
  const asked = await t.call('POST /apis/help-center/create/', {
    as: newcomer,
    body: { problem: `Which ones? ${said++}` },
  });
  const answer = `POST /apis/help-center/${asked.body.prob_id}/comments/`;
  const passed = {
    answers: await countPassed(32, () => t.call(answer, { as: author, body: { comment: `Answer number ${said++}` } })),
    articles: await countPassed(12, () =>
      t.call('POST /apis/blogs/create/', {
        as: author,
        body: { title: 'One of many', content: `Article number ${said++}` },
      }),
    ),
  };
  expect(passed).toEqual({ answers: 30, articles: 10 });
});

test.runIf(hasRedis)('with a Redis the limit holds over several processes', async () => {
  const redis = await startRedis();
  const on = await testApp({ RATE_LIMIT: 'on', REDIS_URL: redis.url });
  const other = await on.otherProcess();
  const { access } = await signUp(on, { role: 'unknown' });
  const statuses = [];
  for (let n = 0; n < 12; n++) {
    const answer = await (n % 2 === 0 ? on : other).call('POST /apis/messages-create/1/', {
      as: access,
      body: { content: `message number ${n} of two processes` },
    });
    statuses.push(answer.status);
  }
  await other.close();
  await on.close();
  await redis.close();
  expect(statuses.filter((status) => status === 201)).toHaveLength(5);
});
