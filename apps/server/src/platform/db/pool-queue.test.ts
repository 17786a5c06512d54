import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/servers/app.ts';
import { connect } from './pool.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

let t: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  t = await testApp({}, undefined, (connection) => connect(connection, { prepare: true, connections: 1 }, quiet));
});
afterAll(() => t.close());

test(
  'who would wait too long for the database is told so at once, and nobody when it is free again',
  { timeout: 30_000 },
  async () => {
    const one = () => sql`select 1 as one`.execute(t.db);
    let letGo = () => {};
    let holds = () => {};
    const held = new Promise<void>((resolve) => (holds = resolve));
    const holder = t.db.connection().execute(async () => {
      holds();
      await new Promise<void>((resolve) => (letGo = resolve));
    });
    await held;
    // As long as few wait, they wait.
    const waiting = Array.from({ length: 100 }, () => one().then(() => 'served'));
    // Held for longer and longer, the one connection makes the queue too long.
    const refused: unknown[] = [];
    const more: Promise<unknown>[] = [];
    const askOnceMore = () => {
      more.push(one().catch((error: unknown) => refused.push(error)));
      return refused[0];
    };
    await expect.poll(askOnceMore, { timeout: 2500 }).toMatchObject({ code: 'busy', headers: { 'retry-after': '2' } });
    letGo();
    await holder;
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['served']));
    await Promise.all(more);
    expect((await one()).rows).toEqual([{ one: 1 }]);
  },
);

test(
  'a database that stops for a moment refuses nobody of a crowd that it else serves',
  { timeout: 30_000 },
  async () => {
    // Each asks again as soon as it is served, so that more than a hundred wait at any time.
    const end = new AbortController();
    const asks = Array.from({ length: 150 }, async () => {
      while (!end.signal.aborted) await sql`select 1`.execute(t.db);
    });
    await sleep(800);
    const stop = sql`select pg_sleep(0.5)`.execute(t.db);
    for (let newcomer = 0; newcomer < 25; newcomer++) {
      asks.push(sql`select 1`.execute(t.db).then(() => undefined));
      await sleep(20);
    }
    await stop;
    end.abort();
    const outcomes = await Promise.allSettled(asks);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  },
);
