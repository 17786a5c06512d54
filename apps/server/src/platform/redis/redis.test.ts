import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeCertificate } from '../../../test/servers/certificate.ts';
import { freePort } from '../../../test/servers/free-port.ts';
import { hasRedis, type RedisServer, startRedis } from '../../../test/servers/redis.ts';
import { openRedis, type Redis, RedisAway } from './redis.ts';
import { openSharedCounter } from '../limits/limits.ts';

// A real redis-server, which is killed, frozen and started again.

let server: RedisServer;
let redis: Redis | undefined;
let said: [string, unknown][];
const log = {
  debug() {},
  info: (_fields: object, message: string) => void said.push([message, undefined]),
  warn: ({ code }: { code?: string | undefined }, message: string) => void said.push([message, code]),
  error() {},
};

const away = 'Redis is away, or refuses: limits count for each process, live events go through PostgreSQL';
const back = 'Redis is there again';

describe.runIf(hasRedis)('a Redis', () => {
  beforeEach(async () => {
    server = await startRedis();
    said = [];
  });
  afterEach(async () => {
    redis?.close();
    await server.close();
  });

  async function opened(url = server.url) {
    redis = openRedis(url, 'test', log);
    await redis.opened;
    return redis;
  }
  const add = (to: Redis) => to.ask((there) => there.incr('test:n'));

  /** What is heard of a channel, and of its going and coming. */
  async function listen(to: Redis) {
    const heard: string[] = [];
    await to.subscribe({
      channel: 'test:c',
      onText: (text) => void heard.push(text),
      onLost: () => void heard.push('(lost)'),
      onBack: () => void heard.push('(back)'),
    });
    return heard;
  }
  const say = (text: string) => server.command('publish', 'test:c', text);

  test('answers, and is heard over the same connection', async () => {
    const there = await opened();
    const heard = await listen(there);
    expect([await add(there), await add(there)]).toEqual([1, 2]);
    say('one');
    await expect.poll(() => heard).toEqual(['one']);
    expect(said).toEqual([]);
  });

  test('that was killed fails at once, is said once, and is heard again when it is back', async () => {
    const there = await opened();
    const heard = await listen(there);
    await server.kill();
    await expect.poll(() => there.isThere()).toBe(false);
    for (let n = 0; n < 100; n++) await expect(add(there)).rejects.toThrow(RedisAway);
    await server.start();
    await expect.poll(() => there.isThere()).toBe(true);
    say('after');
    await expect.poll(() => heard).toEqual(['(lost)', '(back)', 'after']);
    expect(await add(there)).toBe(1);
    expect(said).toEqual([
      [away, undefined],
      [back, undefined],
    ]);
  });

  test('that hangs costs those who asked less than a second, and those after them nothing', async () => {
    const there = await opened();
    const heard = await listen(there);
    server.freeze();
    const began = performance.now();
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => add(there)));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['rejected']));
    // Three looks, and what a busy machine adds.
    expect(performance.now() - began).toBeLessThan(1500);
    await expect(add(there)).rejects.toThrow(RedisAway);
    expect(said).toEqual([[away, 'HANGS']]);
    server.thaw();
    await expect.poll(() => there.isThere()).toBe(true);
    expect(heard).toEqual(['(lost)', '(back)']);
  });

  test('that hangs is noticed also where nobody asks', async () => {
    const there = await opened();
    const heard = await listen(there);
    server.freeze();
    await expect.poll(() => heard).toEqual(['(lost)']);
    server.thaw();
    await expect.poll(() => heard).toEqual(['(lost)', '(back)']);
  });

  test('that is emptied goes on', async () => {
    const there = await opened();
    await add(there);
    server.command('flushall');
    expect(await add(there)).toBe(1);
  });

  test('that is away at the start holds nothing up, and is taken when it comes', async () => {
    await server.kill();
    const there = await opened();
    const heard = await listen(there);
    await expect(add(there)).rejects.toThrow(RedisAway);
    await server.start();
    await expect.poll(() => heard).toEqual(['(lost)', '(back)']);
    expect(await add(there)).toBe(1);
  });

  test('is spoken to over TLS, and only where its certificate is trusted', async () => {
    const port = await freePort();
    const { files, cert } = makeCertificate(server.folder);
    for (const [setting, value] of [
      ['tls-cert-file', files.cert],
      ['tls-key-file', files.key],
      ['tls-auth-clients', 'no'],
      ['tls-port', String(port)],
    ] as const)
      expect([setting, server.command('config', 'set', setting, value)]).toEqual([setting, 'OK']);
    const stranger = await opened(`rediss://localhost:${port}`);
    expect([stranger.isThere(), said]).toEqual([false, [[away, 'DEPTH_ZERO_SELF_SIGNED_CERT']]]);
    stranger.close();
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, cert]);
    const known = await opened(`rediss://localhost:${port}`);
    setDefaultCACertificates(trusted);
    expect(await add(known)).toBe(1);
  });

  test('that wants another password is said once, by name', async () => {
    server.command('config', 'set', 'requirepass', 'the right one');
    const there = await opened(server.url.replace('unix://', 'unix://:the%20wrong%20one@'));
    expect(there.isThere()).toBe(false);
    await expect.poll(() => said).toEqual([[away, 'WRONGPASS']]);
    there.close();
    const right = await opened(server.url.replace('unix://', 'unix://:the%20right%20one@'));
    expect(await add(right)).toBe(1);
  });

  test('needs no more rights than the documentation gives it', async () => {
    const rights = '+hello +ping +publish +subscribe +hincrby +expire +multi +exec'.split(' ');
    expect(server.command('acl', 'setuser', 'care', 'on', '>pass', '~test:*', '&test:*', ...rights)).toBe('OK');
    const there = await opened(server.url.replace('unix://', 'unix://care:pass@'));
    const heard = await listen(there);
    const { next } = openSharedCounter(there);
    expect([await next('a', 1), await next('a', 1)]).toEqual([1, 2]);
    await there.ask((to) => to.publish('test:c', 'mine'));
    await expect.poll(() => heard).toEqual(['mine']);
    await there.ask((to) => to.ping());
    expect(said).toEqual([]);
  });

  test('that refuses is said once too, and stays', async () => {
    const there = await opened();
    server.command('acl', 'setuser', 'default', '-incr');
    for (let n = 0; n < 3; n++) await expect(add(there)).rejects.toThrow('NOPERM');
    expect(said).toEqual([[away, 'NOPERM']]);
    expect(there.isThere()).toBe(true);
  });

  test('is asked nothing more after the end', async () => {
    const there = await opened();
    there.close();
    await expect(add(there)).rejects.toThrow(RedisAway);
    await expect.poll(() => server.command('client', 'list').includes('name=carecommons')).toBe(false);
  });
});
