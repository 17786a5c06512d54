import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { enqueue, type Job, listDead, openJobs, retry, type Work } from './jobs.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(() => sql`delete from jobs`.execute(t.db));

const add = (payload: unknown, lane?: string) =>
  t.db.transaction().execute((tx) => enqueue(tx, { kind: 'letter', payload, lane }, t.clock.now()));
const worker = (work: Work) => openJobs(t.db, { letter: work }, quiet);
const rows = async () => {
  const found = await sql<{ tries: number; last_error: string | null; dead: boolean; waits: number }>`
    select tries, last_error, dead_at is not null as dead, extract(epoch from due_at - now())::float8 as waits
    from jobs order by id`.execute(t.db);
  return found.rows;
};
const allDue = () => sql`update jobs set due_at = now()`.execute(t.db);
const failing = (error: object) => async () => {
  throw Object.assign(new Error('no'), error);
};

test('a job is there when its transaction is committed, and not when it is not', async () => {
  const rolledBack = t.db.transaction().execute(async (tx) => {
    await enqueue(tx, { kind: 'letter', payload: 1 }, t.clock.now());
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  await add({ about: 2 });
  const done: Job[] = [];
  expect(await worker(async (job) => void done.push(job)).runDue()).toBe(1);
  expect(done).toMatchObject([{ kind: 'letter', payload: { about: 2 }, created_at: t.clock.now() }]);
  expect(await rows()).toEqual([]);
});

test('ten workers at once do each of a hundred jobs once', async () => {
  for (let n = 0; n < 100; n++) await add(n);
  const done: unknown[] = [];
  const workers = Array.from({ length: 10 }, () => worker(async ({ payload }) => void done.push(payload)));
  await Promise.all(workers.map((one) => one.runDue()));
  expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test('jobs of one lane are done one after the other, also where one fails first', async () => {
  for (const n of [1, 2, 3]) await add(n, 'one');
  await add(9, 'another');
  const tried: unknown[] = [];
  let refused = false;
  const one = worker(async ({ payload }) => {
    tried.push(payload);
    if (payload === 1 && !refused) {
      refused = true;
      throw new Error('not now');
    }
  });
  await one.runDue();
  expect(tried).toEqual([1, 9]);
  await allDue();
  await one.runDue();
  expect(tried).toEqual([1, 9, 1, 2, 3]);
});

test('a failed job waits longer each time, keeps its name and is given up in the end', async () => {
  await add('hard');
  const names = new Set<string>();
  const one = worker(async ({ uid }) => {
    names.add(uid);
    throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  });
  for (let n = 1; n <= 13; n++) {
    await allDue();
    expect(await one.runDue()).toBe(1);
    const [row] = await rows();
    expect(row).toMatchObject({ tries: n, last_error: 'ECONNREFUSED', dead: n === 13 });
    const most = Math.min(3600, 30 * 2 ** (n - 1));
    expect(row?.waits).toBeGreaterThan(most / 2 - 2);
    expect(row?.waits).toBeLessThanOrEqual(most);
  }
  expect(names.size).toBe(1);
  await allDue();
  expect(await one.runDue()).toBe(0);
});

test('a job that was given up is listed without what it holds, and may be tried again', async () => {
  await add('first');
  await worker(failing({ code: 'EENVELOPE 550', permanent: true })).runDue();
  await add('second');
  await worker(failing({ permanent: true })).runDue();
  const dead = await listDead(t.db, 10);
  expect(dead.map(({ last_error }) => last_error)).toEqual(['fault', 'EENVELOPE 550']);
  expect(JSON.stringify(dead)).not.toContain('first');
  expect(await listDead(t.db, 10, dead[0])).toEqual(dead.slice(1));
  const again = (id: number) => t.db.transaction().execute((tx) => retry(tx, id));
  expect(await again(dead[1]?.id as number)).toBe(true);
  expect(await again(dead[1]?.id as number)).toBe(false);
  expect(await again(0)).toBe(false);
  const done: unknown[] = [];
  await worker(async ({ payload }) => void done.push(payload)).runDue();
  expect(done).toEqual(['first']);
});

test('what a dead worker held is taken by the next, and a worker that comes back late changes nothing', async () => {
  await add('held');
  const hung = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = worker(async () => {
    begun.resolve();
    await hung.promise;
  }).runDue();
  await begun.promise;
  expect(await worker(async () => {}).runDue()).toBe(0);
  // Its lease ends.
  await allDue();
  await worker(failing({ code: 'ECONNRESET' })).runDue();
  const [second] = await rows();
  expect(second).toMatchObject({ tries: 2, last_error: 'ECONNRESET' });
  hung.resolve();
  await late;
  expect(await rows()).toHaveLength(1);
});

test('a lease is no longer than half a minute', async () => {
  await add('held');
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const working = worker(async () => {
    begun.resolve();
    await ended.promise;
  }).runDue();
  await begun.promise;
  const [row] = await rows();
  expect(row?.waits).toBeLessThan(25);
  ended.resolve();
  await working;
});

test('work of minutes keeps its lease for as long as it says that it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  // As many at once as there are connections: whatever was asked for before is done by then.
  const settled = () => Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(t.db)));
  const leaseAfterMinutes = async (says: boolean) => {
    await add('long');
    let lease = 0;
    await worker(async (_, goesOn) => {
      for (let beat = 0; beat < 40; beat++) {
        vi.advanceTimersByTime(4000);
        if (says) goesOn();
      }
      await settled();
      await allDue();
      vi.advanceTimersByTime(4000);
      await settled();
      lease = (await rows())[0]?.waits ?? 0;
    }).runDue();
    return lease;
  };
  expect(await leaseAfterMinutes(true)).toBeGreaterThan(5);
  expect(await leaseAfterMinutes(false)).toBeLessThan(1);
});

test('a job that ends its worker each time is given up as well', async () => {
  await add('deadly');
  await sql`update jobs set tries = 13`.execute(t.db);
  const tried: unknown[] = [];
  await worker(async (job) => void tried.push(job)).runDue();
  expect(tried).toEqual([]);
  expect(await rows()).toMatchObject([{ dead: true, last_error: 'worker_ended' }]);
});

test('a job of a kind that this process does not know stays for those who do', async () => {
  await add('letter');
  await openJobs(t.db, { other: async () => {} }, quiet).runDue();
  expect(await rows()).toMatchObject([{ tries: 0 }]);
});

test('a started worker takes what comes, and when it is stopped finishes what it holds', async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const one = worker(async () => {
    begun.resolve();
    await ended.promise;
  });
  one.start();
  await add('now');
  await begun.promise;
  const stopping = one.stop();
  await add('later');
  ended.resolve();
  await stopping;
  expect(await rows()).toMatchObject([{ tries: 0 }]);
});
