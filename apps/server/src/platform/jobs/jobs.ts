import { setTimeout as sleep } from 'node:timers/promises';
import type { JobKind } from '@carecommons/contract/administration-rules';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnOf, Db, RowOf, Tx } from '../db/db.ts';
import type { Logger } from '../log/log.ts';

/** A job as its work gets it. */
export interface Job extends RowOf<'jobs', 'kind' | 'payload' | 'created_at'> {
  /** The same for all its tries. */
  uid: ColumnOf<'jobs', 'uid'>;
}

/**
 * Does a job. What it throws is tried again later, unless it says `permanent`; its `code` is kept for the operator. Work
 * that takes minutes says now and then that it `goesOn`.
 */
export type Work = (job: Job, goesOn: () => void) => Promise<void>;

interface Claimed extends Job, RowOf<'jobs', 'id' | 'tries'> {
  lease: string;
}

interface NewJob {
  kind: JobKind;
  payload: unknown;
  /** Jobs of one lane are done one after the other. */
  lane?: string | undefined;
}

// What a killed worker held is free again after so long; a living one says so every few seconds.
const leaseSeconds = 15;
const beatMs = 4000;
// Whoever works longer without a word is taken to hang.
const beatsAtMost = 30;
const pollMs = 1000;
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

/** A job that was given up, and its lane. What it would have done is nobody's business. */
export interface DeadJob extends RowOf<'jobs', 'id' | 'lane' | 'tries' | 'created_at'> {
  kind: JobKind;
  dead_at: Date;
  last_error: string;
}

/** Jobs that were given up, the last one first; `after` is the last row of the page before. */
export async function listDead(db: Db, limit: number, after?: Pick<DeadJob, 'dead_at' | 'id'>): Promise<DeadJob[]> {
  const older = after === undefined ? sql`true` : sql`(dead_at, id) < (${after.dead_at}::timestamptz, ${after.id})`;
  const { rows } = await sql<DeadJob>`
    select id, kind, lane, tries, created_at, dead_at, last_error from jobs
    where dead_at is not null and ${older} order by dead_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** A job that was given up; undefined where there is no such job. */
export async function findDead(tx: Tx, id: number) {
  return await tx
    .selectFrom('jobs')
    .select(['kind', 'lane'])
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .$narrowType<{ kind: JobKind }>()
    .executeTakeFirst();
}

/** Has a job that was given up tried again, from the start; false where there is no such job. */
export async function retry(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set dead_at = null, tries = 0, due_at = now() where id = ${id} and dead_at is not null`.execute(tx);
  return numAffectedRows === 1n;
}

/** How many jobs were given up. */
export const deadCount = sql<number>`(select count(*) from jobs where dead_at is not null)`;

/** When each was given up, from a moment on. */
export const givenUpSince = (since: Date) =>
  sql`select dead_at as at from jobs where dead_at is not null and dead_at >= ${since}`;

/** How many jobs such as these are still to be done. */
export const jobsToDo = (which: RawBuilder<boolean>) =>
  sql<number>`(select count(*) from jobs where dead_at is null and (${which}))`;

/** How many jobs of a kind are in a state, and for how many seconds the oldest of them has been due. */
interface QueueCount extends RowOf<'jobs', 'kind'> {
  state: 'waiting' | 'running' | 'later' | 'given_up';
  count: number;
  late: number;
}

/** Counts the jobs, by the rule by which they are taken. Leases and turns go by the clock of the database. */
export async function countJobs(db: Db): Promise<QueueCount[]> {
  const { rows } = await sql<QueueCount>`
    select kind, state, count(*) as count, max(extract(epoch from now() - due_at))::float8 as late
    from (select kind, due_at, case
        when dead_at is not null then 'given_up'
        when lease is not null and due_at > now() then 'running'
        when due_at > now() or exists (select from jobs earlier
          where earlier.lane = j.lane and earlier.id < j.id and earlier.dead_at is null) then 'later'
        else 'waiting' end as state
      from jobs j) as told
    group by kind, state`.execute(db);
  return rows;
}

/** Takes jobs out, whether they wait, are being done or were given up, but for those whose text holds `except`. */
export async function dropJobs(tx: Tx | Db, which: RawBuilder<boolean>, except = '') {
  await sql`delete from jobs where (${which}) and (${except} = '' or position(${except} in payload::text) = 0)`.execute(
    tx,
  );
}

/**
 * Does the jobs of the kinds in `work`, on as many processes as there are: each at least once, and twice only where a worker
 * died, or hung, between doing it and saying so. Each of these runners does one at a time, so that its death doubles one at most.
 */
export function openJobs(db: Db, work: Record<string, Work>, log: Logger) {
  const kinds = Object.keys(work);
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  let away = false;

  async function claim(): Promise<Claimed | undefined> {
    const { rows } = await sql<Claimed>`
      update jobs set lease = gen_random_uuid(), due_at = now() + ${leaseSeconds} * interval '1 second', tries = tries + 1
      where id = (
        select id from jobs j where dead_at is null and due_at <= now() and kind = any(${kinds})
          and not exists (select from jobs earlier
            where earlier.lane = j.lane and earlier.id < j.id and earlier.dead_at is null)
        order by due_at, id limit 1 for update skip locked)
      returning id, uid, kind, payload, created_at, lease, tries`.execute(db);
    return rows[0];
  }

  /** Keeps a job for as long as it is being worked on. */
  function renewLease({ id, lease }: Claimed) {
    let beats = 0;
    const beat = setInterval(() => {
      if (++beats > beatsAtMost) return clearInterval(beat);
      // Where this fails, the lease ends, and with it the say of this worker.
      sql`update jobs set due_at = now() + ${leaseSeconds} * interval '1 second'
        where id = ${id} and lease = ${lease}`
        .execute(db)
        .catch(() => {});
    }, beatMs);
    return {
      release: () => clearInterval(beat),
      goesOn: () => {
        beats = 0;
      },
    };
  }

  async function run(job: Claimed) {
    const { release, goesOn } = renewLease(job);
    try {
      // Tries are counted when they begin: a job that kills its worker is given up as well.
      if (job.tries > triesAtMost) return await fail(job, { code: 'worker_ended', permanent: true });
      const failure = await (work[job.kind] as Work)(job, goesOn).then(
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
        due_at = now() + ${wait}::float8 * interval '1 second', dead_at = case when ${dead} then date_trunc('milliseconds', now()) end
      where id = ${id} and lease = ${lease}`.execute(db);
    const fault = code === 'fault' && thrown instanceof Error ? { fault: thrown.stack ?? thrown.message } : {};
    log.warn({ way: kind, code: String(code), count: tries, ...fault }, dead ? 'a job was given up' : 'a job failed');
  }

  /** The next job; where the database is away, none, which is said once. */
  async function next() {
    try {
      const job = await claim();
      away = false;
      return job;
    } catch (error) {
      if (!away) log.warn({ code: (error as { code?: string }).code }, 'jobs cannot be read');
      away = true;
      return undefined;
    }
  }

  async function workOn() {
    const { signal } = stopping;
    while (!signal.aborted) {
      const job = await next();
      if (job !== undefined) await run(job);
      else await sleep(pollMs, undefined, { signal }).catch(() => {});
    }
  }

  return {
    /** Does jobs as they come, until it is stopped. */
    start() {
      working = workOn();
    },

    /** Does all jobs that are due now, and gives how many tries that were. */
    async runDue(): Promise<number> {
      let tries = 0;
      for (let job = await claim(); job !== undefined; job = await claim()) {
        await run(job);
        tries++;
      }
      return tries;
    },

    /** Takes no more jobs, and waits for the one that runs; what takes too long is done again elsewhere. */
    async stop() {
      stopping.abort();
      await Promise.race([working, sleep(stopMs, undefined, { ref: false })]);
    },
  };
}
