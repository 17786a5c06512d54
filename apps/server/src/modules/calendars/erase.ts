import { sql } from 'kysely';
import type { ErasureStep } from '../erasure/erasure.ts';

/** Deletes a leaver's private calendar addresses. */
export const eraseAddresses: ErasureStep = async ({ db }, { user_id }) => {
  await sql`delete from calendar_addresses where user_id = ${user_id}`.execute(db);
};
