import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Logger } from '../log/log.ts';
import { Problem } from '../errors/errors.ts';
import { repeat } from '../time/time.ts';

/** Where what is the same for everybody is read. */
export interface PublicReads {
  /** Reads from the replica while it is well, else from the primary; where the replica fails, once more from the primary. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

// What its author has written is read from the primary for 5 seconds. By then it has to be in the replica, in the answers
// that are kept for a second, and in the pages that are kept for two.
const lagMs = 2000;
const everyMs = 500;
const samplesKept = 20;

/** All of it from the primary. */
export const primaryAlone = (db: Db): PublicReads => ({ read: (work) => work(db), stop: async () => {} });

/**
 * Reads from a replica that has all that the primary had two seconds ago. No clocks are compared, and a primary in which
 * nothing happens is no lag: twice a second it is asked how far it has written, and the replica how far it has come.
 */
export function openReplica({ primary, replica, log }: { primary: Db; replica: Db; log: Logger }): PublicReads {
  let written: { at: number; position: bigint }[] = [];
  /** All that was written before this moment is in the replica. */
  let has = -Infinity;
  let wasWell = true;

  const isWell = () => performance.now() - has < lagMs;

  async function measureLag() {
    try {
      has = await newestIn();
    } finally {
      logChange();
    }
  }

  /** The last of the moments noted whose writes the replica has. Then one more is noted. */
  async function newestIn() {
    const came = await sql<{ position: string | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`.execute(replica);
    const at = performance.now();
    const went = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(primary);
    const [replayed, last] = [positionOf(came.rows[0]?.position), positionOf(went.rows[0]?.position)];
    const before = written;
    written = [...before.slice(-samplesKept), { at, position: last ?? 0n }];
    // One that is ahead of its primary, or follows none, is no copy of it: it may be of the one before.
    if (replayed === undefined || last === undefined || replayed > last) return -Infinity;
    return before.findLast(({ position }) => position <= replayed)?.at ?? -Infinity;
  }

  function logChange() {
    if (isWell() === wasWell) return;
    wasWell = !wasWell;
    if (wasWell) log.info({}, 'public lists are read from the replica again');
    else log.warn({}, 'the replica is away or behind: public lists are read from the primary');
  }

  const sweep = repeat(measureLag, { everyMs, failing: 'the replica or its primary does not say how far it is', log });

  return {
    async read(work) {
      if (!isWell()) return await work(primary);
      try {
        return await work(replica);
      } catch (error) {
        if (error instanceof Problem) throw error;
        // Away, too slow, or in the way of what it replays.
        has = -Infinity;
        logChange();
        return await work(primary);
      }
    },

    async stop() {
      await sweep.stop();
      await replica.destroy();
    },
  };
}

/** A place in the log of what was written, `16/B374D848`, as a number. */
function positionOf(text: string | null | undefined) {
  const [high, low] = text?.split('/') ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
