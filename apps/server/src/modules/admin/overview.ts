import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { people } from '../accounts/accounts.ts';
import { reportsWaiting } from '../moderation/moderation.ts';
import { claimsWaiting } from '../verification/verification.ts';
import { deadCount } from '../../platform/jobs/jobs.ts';

interface Overview {
  people: number;
  reports_waiting: number;
  claims_waiting: number;
  dead_letters: number;
}

/** The number of people, and what is waiting for a decision. */
export async function getOverview(db: Db) {
  const { rows } = await sql<Overview>`
    select (select count(*) from ${people} account)::integer as people,
      ${reportsWaiting}::integer as reports_waiting,
      ${claimsWaiting}::integer as claims_waiting,
      ${deadCount}::integer as dead_letters`.execute(db);
  return rows[0] as Overview;
}
