import { sql } from 'kysely';
import type { Db } from '../../core/db.ts';

interface Overview {
  people: number;
  reports_waiting: number;
  claims_waiting: number;
  dead_letters: number;
}

/** How many people there are, and what waits for somebody. */
export async function getOverview(db: Db) {
  const { rows } = await sql<Overview>`
    select (select count(*) from users)::integer as people,
      (select count(*) from moderated where reported_at is not null)::integer as reports_waiting,
      (select count(*) from verification_claims where state in ('submitted', 'in_review'))::integer as claims_waiting,
      (select count(*) from jobs where dead_at is not null)::integer as dead_letters`.execute(db);
  return rows[0] as Overview;
}
