import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** How many of a server's connections wait for a lock just now. */
export async function lockWaits({ db }: Pick<TestApp, 'db'>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}
