import { sql } from 'kysely';
import { type Clock, type movableClock, repeat } from '../time/time.ts';
import type { Db } from './pool.ts';
import type { Logger } from '../log/log.ts';

const everyMs = 60_000;
// Processes that differ by more than 30 s would not take each other's tokens; two may be off by so much in both directions.
const toleratedMs = 10_000;

/**
 * Sets a clock by the database's, which all processes share, when it is off by more than some seconds, now and once a minute.
 * Gives how far it was off, in milliseconds.
 */
export async function setClock(db: Db, clock: ReturnType<typeof movableClock>, log: Logger): Promise<number> {
  const { off, isTolerated } = await clockOffset(db, clock);
  if (isTolerated) return off;
  clock.move(off);
  log.warn({ ms: off }, "the machine's clock and the database's differ: the database's is used");
  return off;
}

/** How far a clock is behind the database's, in milliseconds, and whether that does no harm. */
export async function clockOffset(db: Db, clock: Clock): Promise<{ off: number; isTolerated: boolean }> {
  const asked = clock.now().getTime();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const heard = clock.now().getTime();
  const off = Math.round((rows[0] as { at: Date }).at.getTime() - (asked + heard) / 2);
  // What took long says nothing: the answer may have been made at its beginning or its end.
  return { off, isTolerated: Math.abs(off) <= toleratedMs + (heard - asked) };
}

/** Keeps a clock with the database's until it is stopped. */
export function keepClock(db: Db, clock: ReturnType<typeof movableClock>, log: Logger) {
  const failing = "the clock could not be compared with the database's";
  return repeat(() => setClock(db, clock, log), { everyMs, failing, log });
}
