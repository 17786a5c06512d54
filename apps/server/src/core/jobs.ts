import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import type { Logger } from './log.ts';

/** A job as its work gets it. */
export interface Job {
  /** The same for all its tries. */
  uid: string;
  kind: string;
  payload: unknown;
  created_at: Date;
}

/** Does a job. What it throws is tried again later, unless it says `permanent`; its `code` is kept for the operator. */
export type Work = (job: Job) => Promise<void>;

interface Claimed extends Job {
  id: number;
  lease: string;
  tries: number;
}

interface NewJob {
  kind: string;
  payload: unknown;
  /** Jobs of one lane are done one after the other. */
  lane?: string | undefined;
}

// What a killed worker held is free again after so long; a living one says so every few seconds.
const leaseSeconds = 15;
const beatMs = 4000;
// Whoever works longer is taken to hang.
const beatsAtMost = 30;
const pollMs = 1000;
const atOnce = 4;
// 30 s, 1 min, 2 min … an hour, each time less up to a half of it by chance: given up after some six hours.
const triesAtMost = 13;
const firstWait = 30;
const longestWait = 3600;
const stopMs = 12_000;

/** Has a job done once the transaction is committed. */
export async function enqueue(tx: Tx, { kind, payload, lane }: NewJob, now: Date) {
  await sql`insert into jobs (kind, payload, lane, created_at)
    values (${kind}, ${JSON.stringify(payload)}, ${lane ?? null}, ${now})`.execute(tx);
}

/** A job that was given up. What it would have done, or for whom, is nobody's business. */
export interface DeadJob {
  id: number;
  kind: string;
  tries: number;
  created_at: Date;
  dead_at: Date;
  last_error: string;
}

/** Jobs that were given up, the last one first; `after` is the last row of the page before. */
export async function listDead(db: Db, limit: number, after?: Pick<DeadJob, 'dead_at' | 'id'>): Promise<DeadJob[]> {
  const older = after === undefined ? sql`true` : sql`(dead_at, id) < (${after.dead_at}::timestamptz, ${after.id})`;
  const { rows } = await sql<DeadJob>`
    select id, kind, tries, created_at, dead_at, last_error from jobs
    where dead_at is not null and ${older} order by dead_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Has a job that was given up tried again, from the start; false where there is no such job. */
export async function retry(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set dead_at = null, tries = 0, due_at = now() where id = ${id} and dead_at is not null`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Does the jobs of the kinds in `work`, on as many processes as there are: each at least once, and twice only where a worker
 * died, or hung, between doing it and saying so.
 */
export function openJobs(db: Db, work: Record<string, Work>, log: Logger) {
  const kinds = Object.keys(work);
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let stopped = false;
  let away = false;

  async function claim(limit: number): Promise<Claimed[]> {
    const { rows } = await sql<Claimed>`
      update jobs set lease = gen_random_uuid(), due_at = now() + ${leaseSeconds} * interval '1 second', tries = tries + 1
      where id in (
        select id from jobs j where dead_at is null and due_at <= now() and kind = any(${kinds})
          and not exists (select from jobs earlier
            where earlier.lane = j.lane and earlier.id < j.id and earlier.dead_at is null)
        order by due_at, id limit ${limit} for update skip locked)
      returning id, uid, kind, payload, created_at, lease, tries`.execute(db);
    return rows;
  }

  /** Keeps a job for as long as it is being worked on. */
  function keep({ id, lease }: Claimed) {
    let beats = 0;
    const beat = setInterval(() => {
      if (++beats > beatsAtMost) return clearInterval(beat);
      // Where this fails, the lease ends, and with it the say of this worker.
      sql`update jobs set due_at = now() + ${leaseSeconds} * interval '1 second'
        where id = ${id} and lease = ${lease}`
        .execute(db)
        .catch(() => {});
    }, beatMs);
    return () => clearInterval(beat);
  }

  async function run(job: Claimed) {
    const release = keep(job);
    try {
      // Tries are counted when they begin: a job that kills its worker is given up as well.
      if (job.tries > triesAtMost) return await fail(job, { code: 'worker_ended', permanent: true });
      const failure = await (work[job.kind] as Work)(job).then(
        () => undefined,
        (thrown: unknown) => thrown ?? new Error('nothing was thrown'),
      );
      await (failure === undefined ? finish(job) : fail(job, failure));
    } catch (error) {
      // Not written down: it is done again when the lease is over.
      log.warn({ code: (error as { code?: string }).code }, 'the end of a job could not be written down');
    } finally {
      release();
    }
  }

  async function finish({ id, lease }: Claimed) {
    const { numAffectedRows } = await sql`delete from jobs where id = ${id} and lease = ${lease}`.execute(db);
    if (numAffectedRows === 0n) log.warn({ count: 1 }, 'a job was done after its lease had ended');
  }

  async function fail({ id, lease, kind, tries }: Claimed, thrown: unknown) {
    const { code = 'fault', permanent = false } = thrown as { code?: unknown; permanent?: boolean };
    const dead = permanent || tries >= triesAtMost;
    const wait = Math.min(longestWait, firstWait * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
    await sql`
      update jobs set lease = null, last_error = ${String(code).slice(0, 200)},
        due_at = now() + ${wait}::float8 * interval '1 second', dead_at = case when ${dead} then now() end
      where id = ${id} and lease = ${lease}`.execute(db);
    const fault = code === 'fault' && thrown instanceof Error ? { fault: thrown.stack ?? thrown.message } : {};
    log.warn({ way: kind, code: String(code), count: tries, ...fault }, dead ? 'a job was given up' : 'a job failed');
  }

  async function look() {
    try {
      for (const job of await claim(atOnce - running.size)) {
        const done = run(job).finally(() => {
          running.delete(done);
          // There may be more, or the next one of its lane.
          plan(0);
        });
        running.add(done);
      }
      away = false;
    } catch (error) {
      if (!away) log.warn({ code: (error as { code?: string }).code }, 'jobs cannot be read');
      away = true;
    }
    looking = undefined;
    plan(pollMs);
  }

  function plan(ms: number) {
    clearTimeout(timer);
    if (stopped || running.size >= atOnce) return;
    timer = setTimeout(() => {
      if (looking === undefined) looking = look();
      else plan(pollMs);
    }, ms);
  }

  return {
    /** Does jobs as they come, until it is stopped. */
    start() {
      plan(0);
    },

    /** Does all jobs that are due now, and gives how many tries that were. */
    async runDue(): Promise<number> {
      let tries = 0;
      for (let some = await claim(atOnce); some.length > 0; some = await claim(atOnce)) {
        await Promise.all(some.map(run));
        tries += some.length;
      }
      return tries;
    },

    /** Takes no more jobs, and waits for those that run; what takes too long is done again elsewhere. */
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      const late = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([Promise.all(running), late]);
    },
  };
}
