import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from './servers/app.ts';
import { signUp } from './fixtures/factories.ts';
import { type LiveClient, openLiveClient } from './servers/live-client.ts';
import { hasRedis, type RedisServer, startRedis } from './servers/redis.ts';

// Two servers of the product, with a Redis between them that comes and goes.

const seqsOf = ({ heard }: LiveClient) =>
  heard.flatMap((message) =>
    message.type === 'event' ? [(message.event as { message: { seq: number } }).message.seq] : [],
  );

describe.runIf(hasRedis)('two servers with a Redis', () => {
  let server: RedisServer;
  let t: TestApp;
  let other: Awaited<ReturnType<TestApp['otherProcess']>>;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(() => t.close());
  afterAll(() => server.close());

  async function both(settings: Record<string, string> = {}) {
    t = await testApp({ REDIS_URL: server.url, ...settings });
    other = await t.otherProcess();
  }

  test('let as many requests of an address pass as one would', async () => {
    await both({ RATE_LIMIT: '0.1' });
    const tries = Array.from({ length: 300 }, (_, n) =>
      (n % 3 === 0 ? t : other).call('GET /healthz/live/', { ip: '203.0.113.1' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
    expect((await t.call('GET /healthz/live/', { ip: '203.0.113.2' })).status).toBe(200);
  });

  test('are ready, and answer, without it', async () => {
    await both({ RATE_LIMIT: 'on' });
    await server.kill();
    for (const { call } of [t, other]) {
      const answers = [await call('GET /healthz/ready/'), await call('GET /providers/')];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    await server.start();
  });

  test('carry a room over its going and coming', async () => {
    await both();
    const people = [await signUp(t), await signUp(t)];
    const addresses = await Promise.all([t, other].map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })));
    const clients = await Promise.all(people.map(({ access }, n) => openLiveClient(addresses[n] as string, access)));
    for (const client of clients) {
      client.say({ type: 'watch', topic: 'room:1' });
      await client.hear('watching');
    }
    const said: number[] = [];
    for (const [content, happens] of [
      ['with it', () => {}],
      ['killed', server.kill],
      ['back', server.start],
      ['hanging', server.freeze],
      ['awake', server.thaw],
    ] as const) {
      await happens();
      const as = people[0]?.access;
      const { status, body } = await t.call('POST /apis/messages-create/1/', { as, body: { content } });
      expect(status).toBe(201);
      said.push(body.seq);
      for (const client of clients) await expect.poll(() => seqsOf(client)).toEqual(said);
    }
    // That it hangs for a moment need not be noticed by both: who hears all of it afterwards has missed nothing.
    for (const { heard } of clients) {
      await expect.poll(() => heard.filter(({ type }) => type === 'stale').length).toBeGreaterThanOrEqual(2);
    }
    for (const client of clients) client.close();
  });
});
