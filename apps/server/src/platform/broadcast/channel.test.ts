import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { databaseName } from '../../../test/servers/owner.ts';
import { hasRedis, type RedisServer, startRedis } from '../../../test/servers/redis.ts';
import { announce, openChannel } from './channel.ts';
import { openRedis } from '../redis/redis.ts';
import { openSessions } from '../auth/auth.ts';

// Several processes on one database, each with a channel of its own, and what goes by NOTIFY overheard.

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let t: TestApp;
let connection: pg.ClientConfig;
let overheard: string[];
let ear: pg.Client;
let toClose: (() => Promise<void>)[] = [];

beforeAll(async () => {
  t = await testApp();
  connection = { ...inject('postgres').app, database: await databaseName(t.db) };
  ear = new pg.Client(connection);
  await ear.connect();
  await ear.query('listen live');
  ear.on('notification', ({ payload = '' }) => overheard.push(payload));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(toClose.map((close) => close()));
  toClose = [];
});
afterAll(async () => {
  await ear.end();
  await t.close();
});

const gap = '(gap)';

/** A process: what it tells, and what it hears. */
async function join(url?: string) {
  overheard = [];
  const redis = url === undefined ? undefined : openRedis(url, 'test', quiet);
  await redis?.opened;
  const channel = openChannel({ db: t.db, connection, redis, log: quiet });
  const heard: unknown[] = [];
  channel.hear({ onEvent: (_topic, event) => heard.push(event), onGap: () => heard.push(gap) });
  await channel.listen();
  toClose.push(async () => {
    await channel.close();
    redis?.close();
  });
  return { broadcast: (event: unknown) => channel.broadcast('room:1', event), heard, redis, channel };
}
const eventsOf = ({ heard }: { heard: unknown[] }) => heard.filter((one) => one !== gap);
const told = () => overheard.filter((text) => !text.includes('"deaf"'));

describe('by NOTIFY', () => {
  test('what is told comes to the others once and in order', async () => {
    const [one, other] = [await join(), await join()];
    for (const event of [1, 2, 2, 3]) one.broadcast(event);
    await expect.poll(() => other.heard).toEqual([1, 2, 2, 3]);
    other.broadcast('back');
    await expect.poll(() => one.heard).toEqual(['back']);
    expect(told()).toHaveLength(2);
  });

  test('every batch of a server of the version before is heard, which gives them no numbers', async () => {
    const { heard } = await join();
    for (const event of [1, 2]) await ear.query(`select pg_notify('live', '["an-old-server",["room:1",${event}]]')`);
    await expect.poll(() => heard).toEqual([1, 2]);
  });

  test('what one process forgets of a person or a session, the others forget', async () => {
    // However long it takes, nothing is forgotten because it is old.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const person = await signUp(t);
    const [here, there] = [openSessions(t.db, t.config, t.clock), openSessions(t.db, t.config, t.clock)];
    for (const sessions of [here, there]) {
      const { channel } = await join();
      sessions.share(channel);
    }
    const bearer = `Bearer ${person.access}`;
    const roleThere = async () => (await there.actorOf(bearer))?.role;
    const becomes = async (role: string) =>
      await sql`update users set role = ${role} where id = ${person.user_id}`.execute(t.db);
    expect(await roleThere()).toBe('patient');
    await becomes('healthcare_provider');
    expect(await roleThere()).toBe('patient');
    here.forgetPerson(person.user_id);
    await expect.poll(roleThere).toBe('healthcare_provider');
    await becomes('patient');
    expect(await roleThere()).toBe('healthcare_provider');
    here.forget(here.claimed(bearer)?.session_id ?? '');
    await expect.poll(roleThere).toBe('patient');
  });

  test('what clears a cache in one process clears it in the others', async () => {
    const here = await import('../cache/response-cache.ts');
    vi.resetModules();
    const there = await import('../cache/response-cache.ts');
    expect(there.openResponseCache).not.toBe(here.openResponseCache);
    const caches = [];
    for (const texts of [here, there]) {
      const { channel } = await join();
      texts.shareInvalidation(channel);
      const named = texts.openResponseCache<string>({ name: 'a', ttlMs: 3_600_000 });
      const other = texts.openResponseCache<string>({ name: 'b', ttlMs: 3_600_000 });
      await Promise.all([named, other].map((cache) => cache.get('', async () => 'old')));
      caches.push({ named, other, generation: texts.cacheGeneration });
    }
    const [mine, theirs] = caches as [(typeof caches)[0], (typeof caches)[0]];
    const before = theirs.generation();
    mine.named.clear();
    await expect.poll(() => theirs.generation()).toBe(before + 1);
    expect(await theirs.named.get('', async () => 'new')).toBe('new');
    expect(await theirs.other.get('', async () => 'new')).toBe('old');
    // After a break, what was missed may be anything.
    await ear.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'carecommons live' and datname = current_database()`);
    await expect.poll(() => theirs.other.get('', async () => 'new')).toBe('new');
  });
});

describe.runIf(hasRedis)('by Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.close());

  test('what is told goes no other way, and what is announced comes on commit as ever', async () => {
    const [one, other] = [await join(server.url), await join(server.url)];
    for (let n = 0; n < 500; n++) one.broadcast(`${n} ${'x'.repeat(100)}`);
    await expect.poll(() => other.heard.length).toBe(500);
    expect(other.heard).toEqual(Array.from({ length: 500 }, (_, n) => `${n} ${'x'.repeat(100)}`));
    expect([one.heard, told()]).toEqual([[], []]);
    await announce(t.db, 'room:1', 'announced');
    await expect.poll(() => [one.heard.at(-1), other.heard.at(-1)]).toEqual(['announced', 'announced']);
  });

  test('while it is killed, everything goes by NOTIFY, and both learn that something may be missing', async () => {
    const [one, other] = [await join(server.url), await join(server.url)];
    await server.kill();
    const events = Array.from({ length: 20 }, (_, n) => n);
    for (const event of events) {
      one.broadcast(event);
      await sleep(10);
    }
    await expect.poll(() => eventsOf(other)).toEqual(events);
    expect(told().length).toBeGreaterThan(0);
    const gaps = () => [one, other].map(({ heard }) => heard.filter((event) => event === gap).length);
    await expect.poll(gaps).toEqual([1, 1]);
    await server.start();
    await expect.poll(gaps).toEqual([2, 2]);
    one.broadcast('after');
    await expect.poll(() => eventsOf(other)).toEqual([...events, 'after']);
  });

  test('what it was given while it hung comes by NOTIFY, and not again when it wakes up', async () => {
    const [one, other] = [await join(server.url), await join(server.url)];
    server.freeze();
    one.broadcast('while it hangs');
    await expect.poll(() => eventsOf(other)).toEqual(['while it hangs']);
    server.thaw();
    await expect.poll(() => [one, other].every(({ redis }) => redis?.isThere())).toBe(true);
    one.broadcast('after');
    await expect.poll(() => eventsOf(other)).toEqual(['while it hangs', 'after']);
  });

  test('who does not reach it is told by NOTIFY, and who reaches both is told once', async () => {
    const one = await join(server.url);
    const other = await join(server.url);
    const deaf = await join('unix:///nowhere/redis.sock');
    await expect.poll(() => overheard.some((text) => text.includes('"deaf"'))).toBe(true);
    deaf.broadcast('from the deaf');
    await expect.poll(() => [one.heard, other.heard]).toEqual([['from the deaf'], ['from the deaf']]);
    one.broadcast('to the deaf');
    await expect.poll(() => eventsOf(deaf)).toEqual(['to the deaf']);
    await expect.poll(() => other.heard).toEqual(['from the deaf', 'to the deaf']);
    one.broadcast('once more');
    await expect.poll(() => eventsOf(deaf)).toEqual(['to the deaf', 'once more']);
    expect(other.heard).toEqual(['from the deaf', 'to the deaf', 'once more']);
  });
});
