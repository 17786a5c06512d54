import { sql } from 'kysely';
import { type Clock, repeat } from '../time/time.ts';
import type { Logger } from '../log/log.ts';
import type { Db } from './pool.ts';

const everyMs = 3_600_000;
const monthsAhead = 3;

/**
 * Makes the partitions of the months to come. What is written into a month that has none goes to the default partition, where
 * it is found as well.
 */
export async function makePartitions(db: Db, now: Date) {
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() + monthsAhead);
  for (const table of ['notifications', 'audit']) await sql`select make_partitions(${table}, ${until})`.execute(db);
}

/** Does so at the start and once an hour, until it is stopped. */
export const keepPartitions = ({ db, clock, log }: { db: Db; clock: Clock; log: Logger }) =>
  repeat(() => makePartitions(db, clock.now()), {
    everyMs,
    failing: 'the months to come could not be made: their rows go to the default partitions',
    log,
  });
