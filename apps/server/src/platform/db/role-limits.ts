import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Logger } from '../log/log.ts';

/** Says which of the time limits the application's role lacks. Without them, what hangs in the database holds its locks there for ever. */
export async function warnOfMissingTimeLimits(db: Db, log: Logger) {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
    order by name`.execute(db);
  for (const { name } of rows)
    log.warn({ setting: name }, "not set for the application's role: what hangs would hold its locks for ever");
}
