import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Config } from './platform/config/config.ts';
import { addressOf } from './platform/db/db.ts';
import { embeddedConnections } from './platform/embedded-postgres/embedded-postgres.ts';
import type { Logger } from './platform/log/log.ts';
import { StartError } from './platform/errors/errors.ts';

// A worker that ends by itself is started again after a while, which doubles each time until one has lived long enough.
const waitsMs = { first: 200, longest: 10_000 };
const livedMs = 30_000;
// Told to stop, a worker ends by itself within 29 seconds.
const endMs = 30_000;
// The first worker also does what is done once for all: sweeping, and what the start of an installation needs.
const firstNumber = '1';
// Of the embedded database's connections, those that commands and migrations may take.
const spare = 10;

/** Whether this process is the worker that also does what one alone should do; true where there are no others. */
export const isFirst = () => cluster.isPrimary || process.argv[2] === firstNumber;

/** Keeps `count` workers running, each the whole server on the same address, until `stop`; one that ends by itself is started again. */
export function openWorkers(count: number, environment: Record<string, string>, log: Logger) {
  const workers = new Map<number, Worker>();
  const serving = new WeakSet<Worker>();
  const cache = getCompileCacheDir();
  const env = { ...environment, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }) };
  let stopping = false;
  let renewing = Promise.resolve();

  /** A worker in a place; gives its address when it serves, undefined where it ended before. */
  async function start(workerNumber: number) {
    cluster.setupPrimary({ exec: fileURLToPath(new URL('main.ts', import.meta.url)), args: [String(workerNumber)] });
    const worker = cluster.fork(env);
    workers.set(workerNumber, worker);
    const firstMessage = once(worker, 'message') as Promise<[{ ready: string }]>;
    const ended = once(worker, 'exit');
    const ready = await Promise.race([firstMessage.then(([message]) => message.ready), ended.then(() => undefined)]);
    if (ready === undefined) return undefined;
    serving.add(worker);
    return { ready, worker };
  }

  /** Starts what ends in a place again, for as long as it is not another's and not the end. */
  async function keep(workerNumber: number, first: Worker) {
    let wait = waitsMs.first;
    for (let worker = first; ;) {
      const began = performance.now();
      const [code, signal] = (worker.isDead() ? [undefined, undefined] : await once(worker, 'exit')) as [
        unknown,
        unknown,
      ];
      if (stopping || workers.get(workerNumber) !== worker) return;
      if (performance.now() - began > livedMs) wait = waitsMs.first;
      log.error({ pid: worker.process.pid ?? 0, code: String(signal ?? code) }, 'a worker ended by itself');
      await sleep(wait);
      wait = Math.min(wait * 2, waitsMs.longest);
      if (stopping) return;
      const next = await start(workerNumber);
      worker = workers.get(workerNumber) as Worker;
      if (next !== undefined) log.info({ pid: worker.process.pid ?? 0 }, 'a worker was started again');
    }
  }

  async function end(worker: Worker) {
    if (worker.isDead()) return;
    const ended = once(worker, 'exit');
    // One that still starts has nothing to finish, and would hear of it late.
    worker.process.kill(serving.has(worker) ? 'SIGTERM' : 'SIGKILL');
    const late = setTimeout(() => worker.process.kill('SIGKILL'), endMs);
    await ended;
    clearTimeout(late);
  }

  /** Each in turn: another one takes its place, and only then it is told to stop. */
  async function renewAll() {
    for (const [workerNumber, worker] of workers) {
      if (stopping) return;
      const next = await start(workerNumber);
      if (next === undefined) {
        workers.set(workerNumber, worker);
        if (worker.isDead()) void keep(workerNumber, worker);
        return log.error({}, 'the workers were not renewed: a new one did not start');
      }
      void keep(workerNumber, next.worker);
      await end(worker);
    }
    log.info({ count }, 'the workers were renewed');
  }

  return {
    /** Resolves with the address when all serve. Throws a StartError where the first one, which has said why, does not come up. */
    async start(): Promise<string> {
      // One first: it migrates, and fills an empty installation.
      const first = await start(1);
      if (first === undefined) throw new StartError('');
      void keep(1, first.worker);
      for (let workerNumber = 2; workerNumber <= count; workerNumber++) {
        if (stopping) break;
        await start(workerNumber);
        void keep(workerNumber, workers.get(workerNumber) as Worker);
      }
      return first.ready;
    },
    /** Puts new processes in the place of all workers, one after the other. */
    renew: () => (renewing = renewing.then(renewAll)),
    /** Tells all of them to finish what runs, and waits until they have ended. */
    async stop() {
      stopping = true;
      await Promise.all([...workers.values()].map(end));
      await renewing;
    },
    /** Ends all of them at once. */
    kill() {
      for (const worker of workers.values()) worker.process.kill('SIGKILL');
    },
  };
}

/** What workers are told of an embedded database, each with its share of the connections; that there is one now changes no mode. */
export function shareOf({ owner, app }: Record<'owner' | 'app', pg.ClientConfig>, { workers: count, mode }: Config) {
  // Of each worker one more, over which it hears the others.
  const each = Math.floor((embeddedConnections - spare) / count) - 2;
  return {
    MODE: mode,
    DATABASE_URL: addressOf(app),
    DATABASE_MIGRATION_URL: addressOf(owner),
    DATABASE_CONNECTIONS: String(Math.min(10, each)),
  };
}
