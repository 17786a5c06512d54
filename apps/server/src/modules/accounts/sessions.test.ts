import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
let other: Awaited<ReturnType<TestApp['otherProcess']>>;
beforeAll(async () => {
  t = await testApp();
  other = await t.otherProcess();
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const seconds = 1000;
// A second, and what a busy machine adds.
const promptly = { timeout: 1500, interval: 50 };
const days = 24 * 3600 * seconds;

const refresh = (token: string, { on = t.call, browser = 'one browser' } = {}) =>
  on('POST /token/refresh/', { body: { refresh: token }, headers: { 'user-agent': browser } });
const check = (access: string, on = t.call) => on('GET /check/', { as: access });
const logOut = (token: string, as?: string) => t.call('POST /logout/', { as, body: { refresh_token: token } });

/** A new person's session, refreshed once, so that it belongs to the browser that the tests name. */
async function session() {
  const person = await signUp(t, { role: 'unknown' });
  const { body } = await refresh(person.refresh);
  return { ...person, first: body.refresh as string, access: body.access as string };
}

async function rowOf(token: string) {
  const { rows } = await sql<{ generation: number; end_reason: string | null }>`
    select generation, end_reason from sessions where id = ${token.split('.')[0]}`.execute(t.db);
  return rows[0];
}

async function next(token: string) {
  const answer = await refresh(token);
  expect(answer.status).toBe(200);
  return answer.body.refresh as string;
}

/** What a refresh with a token that should be dead comes to, and why its session ended. */
async function endOf(token: string) {
  const answer = await refresh(token);
  return `${answer.status} ${answer.body.code} ${(await rowOf(token))?.end_reason}`;
}

describe('POST /token/refresh/', () => {
  test('gives a new pair, and the access token works', async () => {
    const { first } = await session();
    const answer = await refresh(first);
    expect(Object.keys(answer.body)).toEqual(['access', 'refresh']);
    expect(answer.body.refresh).not.toBe(first);
    expect((await check(answer.body.access)).status).toBe(200);
  });

  test.each([
    [{}, 'refresh'],
    [{ refresh: '' }, 'refresh'],
    [{ refresh: 7 }, 'refresh'],
    [{ refresh: 'x'.repeat(1001) }, 'refresh'],
    [{ refresh: 'x', all: true }, 'all'],
  ])('refuses %j', async (body, field) => {
    const answer = await t.call('POST /token/refresh/', { body });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });

  test('a token that was not made here opens nothing and ends nothing', async () => {
    const { first } = await session();
    const [id, generation, mac] = first.split('.') as [string, string, string];
    const forged = [
      'x',
      `${id}.${generation}`,
      `${id}.${generation}.${'A'.repeat(43)}`,
      `${id}.${Number(generation) + 1}.${mac}`,
      `${id}.${Number(generation) - 1}.${mac}`,
      `${id.toUpperCase()}.${generation}.${mac}`,
      `${id}.0${generation}.${mac}`,
      `${first}=`,
      `00000000-0000-4000-8000-000000000000.${generation}.${mac}`,
      `${id}.99999999999999999999.${mac}`,
      `${id}'--.${generation}.${mac}`,
    ];
    for (const token of forged) {
      const answer = await refresh(token);
      expect([token, answer.status, answer.body.code]).toEqual([token, 401, 'session_ended']);
    }
    await next(first);
  });

  test('fifty at once, on two processes, have one successor', async () => {
    const { first } = await session();
    const asked = Array.from({ length: 50 }, (_, n) => refresh(first, { on: n % 2 === 0 ? t.call : other.call }));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const successors = new Set(answers.map((answer) => answer.body.refresh));
    expect(successors.size).toBe(1);
    expect((await rowOf(first))?.generation).toBe(3);
    await next([...successors][0]);
  });

  test('the previous token gets the same successor for ten seconds, and then ends the session', async () => {
    const { first } = await session();
    const second = await next(first);
    t.clock.move(9 * seconds);
    expect(await next(first)).toBe(second);
    t.clock.move(2 * seconds);
    expect(await endOf(first)).toBe('401 session_ended reuse');
    expect(await endOf(second)).toBe('401 session_ended reuse');
  });

  test('the previous token from another browser ends the session', async () => {
    const { first } = await session();
    const second = await next(first);
    expect((await refresh(first, { browser: 'another browser' })).status).toBe(401);
    expect(await endOf(second)).toBe('401 session_ended reuse');
  });

  test('an older token ends the session, and its access tokens, at once', async () => {
    const { first } = await session();
    const third = await refresh(await next(first));
    expect((await check(third.body.access)).status).toBe(200);
    expect(await endOf(first)).toBe('401 session_ended reuse');
    expect(await endOf(third.body.refresh)).toBe('401 session_ended reuse');
    expect((await check(third.body.access)).status).toBe(401);
  });

  test('a browser that updated itself goes on with its newest token', async () => {
    const { first } = await session();
    const answer = await refresh(first, { browser: 'one browser, newer' });
    expect(answer.status).toBe(200);
  });

  test('a session not used for seven days is over; a used one lasts thirty', async () => {
    const idle = await session();
    const used = await session();
    t.clock.move(6.9 * days);
    let newest = await next(used.first);
    t.clock.move(0.2 * days);
    expect(await endOf(idle.first)).toBe('401 session_ended null');
    for (const pause of [6, 6, 6, 4.8]) {
      t.clock.move(pause * days);
      newest = await next(newest);
    }
    t.clock.move(0.2 * days);
    expect(await endOf(newest)).toBe('401 session_ended null');
  });

  test('a disabled person gets no new tokens', async () => {
    const { first, user_id: id } = await session();
    await sql`update users set disabled_at = ${t.clock.now()} where id = ${id}`.execute(t.db);
    expect(await endOf(first)).toBe('401 session_ended null');
  });
});

describe('access tokens', () => {
  test('say the role to the browser, anew with each refresh, and give no right by it', async () => {
    const claims = (access: string) => JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString());
    const person = await signUp(t, { role: 'healthcare_provider' });
    expect(claims(person.access).role).toBe('unknown');
    const { body } = await refresh(person.refresh);
    expect(claims(body.access).role).toBe('healthcare_provider');
    await sql`update users set role = 'patient' where id = ${person.user_id}`.execute(t.db);
    await expect.poll(async () => (await check(body.access)).body.role, promptly).toBe('patient');
  });

  test('last five minutes', async () => {
    const { access } = await session();
    t.clock.move(299 * seconds);
    expect((await check(access)).status).toBe(200);
    t.clock.move(2 * seconds);
    expect((await check(access)).status).toBe(401);
  });

  test('a disabled person is out within a second, on every process', async () => {
    const { access, user_id: id } = await session();
    expect((await check(access, other.call)).status).toBe(200);
    await sql`update users set disabled_at = ${t.clock.now()} where id = ${id}`.execute(t.db);
    await expect.poll(async () => (await check(access, other.call)).status, promptly).toBe(401);
  });
});

describe('POST /logout/', () => {
  test('ends the session here at once, and within a second on another process', async () => {
    const { access, first } = await session();
    expect((await check(access)).status).toBe(200);
    expect((await check(access, other.call)).status).toBe(200);
    const answer = await logOut(first, access);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    // Not its storage: there is more in it than a session's, and the page erases that after asking.
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect((await check(access)).status).toBe(401);
    await expect.poll(async () => (await check(access, other.call)).status, promptly).toBe(401);
    expect(await endOf(first)).toBe('401 session_ended logout');
  });

  test('needs no access token, a bad one does no harm, and twice is as good as once', async () => {
    const { first } = await session();
    expect((await logOut(first, 'no.good.token')).text).toBe('{}');
    expect((await logOut(first)).text).toBe('{}');
    expect(await endOf(first)).toBe('401 session_ended logout');
  });

  test('ends this session alone', async () => {
    const { access, first, username, password } = await session();
    const { body: second } = await t.call('POST /token/', { body: { username, password } });
    await logOut(first, access);
    expect((await check(second.access)).status).toBe(200);
    expect((await refresh(second.refresh)).status).toBe(200);
  });

  test("ends nothing where somebody else's access token comes along", async () => {
    const [mine, theirs] = [await session(), await session()];
    const answer = await logOut(mine.first, theirs.access);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect((await check(mine.access)).status).toBe(200);
    expect((await check(theirs.access)).status).toBe(200);
    await next(mine.first);
  });

  test.each(['', 'x', '\0', 'x'.repeat(100_000), '00000000-0000-4000-8000-000000000000.1.'.padEnd(82, 'A')])(
    'answers any string alike (%#)',
    async (token) => {
      const answer = await logOut(token);
      expect([answer.status, answer.text]).toEqual([200, '{}']);
    },
  );

  test.each([[{}], [{ refresh_token: 7 }], [{ refresh_token: 'x', all: true }]])('refuses %j', async (body) => {
    expect((await t.call('POST /logout/', { body })).status).toBe(400);
  });
});
