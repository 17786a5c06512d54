import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from '../../../test/servers/redis.ts';
import { stillClock } from '../time/clock.ts';
import { openRedis, type Redis } from '../redis/redis.ts';
import { openRequestLimit } from './request-limit.ts';
import { openSharedCounter } from './shared-counter.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const limit = 100;
const clock = stillClock();
const network = '203.0.113.7';
const nameOf = (text: string) => `name of ${text.length}`;

type Process = ReturnType<typeof openRequestLimit>;

const passes = async ({ pass }: Process, ip = network) => {
  try {
    await pass(ip, limit);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_requests' });
    return false;
  }
};
const passed = async (tries: Promise<boolean>[]) => (await Promise.all(tries)).filter(Boolean).length;

test('alone, a process lets as many pass as may, and answers without waiting', () => {
  const { pass } = openRequestLimit({ clock, nameOf, shared: undefined });
  for (let n = 0; n < limit; n++) expect(pass(network, limit)).toBe(undefined);
  expect(() => pass(network, limit)).toThrow('Too many attempts');
  expect(pass('203.0.113.8', limit)).toBe(undefined);
  clock.move(60_000);
  expect(pass(network, limit)).toBe(undefined);
});

describe.runIf(hasRedis)('with a Redis, three processes', () => {
  let server: RedisServer;
  let connections: Redis[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(() => {
    for (const one of connections) one.close();
    connections = [];
    clock.move(60_000);
  });
  afterAll(() => server.close());

  async function three(prefix = 'test') {
    connections = Array.from({ length: 3 }, () => openRedis(server.url, prefix, quiet));
    await Promise.all(connections.map(({ opened }) => opened));
    return connections.map((redis) => openRequestLimit({ clock, nameOf, shared: openSharedCounter(redis) }));
  }
  /** So many tries at once, a turn each. */
  const all = (processes: Process[], tries: number) =>
    passed(Array.from({ length: tries }, (_, n) => passes(processes[n % processes.length] as Process)));

  test('let exactly as many pass together, asked all at once', async () => {
    expect(await all(await three(), 5 * limit)).toBe(limit);
  });

  test('let exactly as many pass, however unevenly they are asked, and each its share anew by the minute', async () => {
    const [one, two, last] = (await three()) as [Process, Process, Process];
    expect(await all([one], 1)).toBe(1);
    expect(await all([two], 2)).toBe(2);
    let count = 0;
    for (let n = 0; n < 2 * limit; n++) if (await passes(last)) count += 1;
    expect(count).toBe(limit - 3);
    expect([await passes(one), await passes(two)]).toEqual([false, false]);
    expect(await passes(one, '2001:db8:0:0')).toBe(true);
    clock.move(60_000);
    expect(await all([one, two, last], 3 * limit)).toBe(limit);
  });

  test('count apart from another installation on the same Redis', async () => {
    expect(await all(await three('one'), 2 * limit)).toBe(limit);
    expect(await all(await three('another'), 2 * limit)).toBe(limit);
  });

  test('leave nothing there that stays, nor an address', async () => {
    await all(await three('kept'), 10);
    const keys = server.command('keys', 'kept:*').split('\n');
    expect(keys).toHaveLength(1);
    for (const key of keys) expect(Number(server.command('ttl', key))).toBeGreaterThan(60);
    expect(server.command('hgetall', keys[0] ?? '')).toBe(`${nameOf(network)}\n10`);
  });

  test('let no more pass than the limit each while it is away, and none waits', async () => {
    const processes = await three();
    await all(processes, 30);
    await server.kill();
    await expect.poll(() => connections.some((redis) => redis.isThere())).toBe(false);
    const began = performance.now();
    expect(await all(processes, 6 * limit)).toBe(3 * limit - 30);
    expect(performance.now() - began).toBeLessThan(1000);
    await server.start();
  });

  test('let no more pass than the limit each where it hangs, and none waits for a second', async () => {
    const processes = await three();
    server.freeze();
    const began = performance.now();
    expect(await all(processes, 6 * limit)).toBe(3 * limit);
    expect(performance.now() - began).toBeLessThan(1500);
    server.thaw();
    await expect.poll(() => connections.every((redis) => redis.isThere())).toBe(true);
  });

  test('let no more pass than the limit each where it is emptied in between', async () => {
    const processes = await three();
    expect(await all(processes, limit)).toBe(limit);
    server.command('flushall');
    expect(await all(processes, 6 * limit)).toBe(limit);
    server.command('flushall');
    // Each of them was told by then that it is enough.
    expect(await all(processes, 6 * limit)).toBe(0);
  });
});
