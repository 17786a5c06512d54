import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Logger } from '../log/log.ts';

/** The time limits that the application's role lacks. Without them, what hangs in the database holds its locks there for ever. */
export async function missingTimeLimits(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Logs each time limit that the application's role lacks. */
export async function warnOfMissingTimeLimits(db: Db, log: Logger) {
  for (const setting of await missingTimeLimits(db))
    log.warn({ setting }, "not set for the application's role: what hangs would hold its locks for ever");
}
