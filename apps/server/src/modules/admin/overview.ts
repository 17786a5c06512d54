import { sql } from 'kysely';
import type { Db } from '../../core/db.ts';

/** How many people there are, and what waits for somebody. */
export async function getOverview(db: Db) {
  const { rows } = await sql<{ people: number; reports_waiting: number; dead_letters: number }>`
    select (select count(*) from users)::integer as people,
      (select count(*) from moderated where reported_at is not null)::integer as reports_waiting,
      (select count(*) from jobs where dead_at is not null)::integer as dead_letters`.execute(db);
  return rows[0] as (typeof rows)[number];
}
