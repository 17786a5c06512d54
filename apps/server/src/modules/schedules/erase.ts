import { sql } from 'kysely';
import type { ErasureStep } from '../erasure/erasure.ts';

/** Erases the hours and leaves of a leaving provider. */
export const eraseHours: ErasureStep = async ({ db }, { user_id }) => {
  await db.transaction().execute(async (tx) => {
    await sql`delete from schedules where provider_id = ${user_id}`.execute(tx);
    await sql`delete from leaves where provider_id = ${user_id}`.execute(tx);
  });
};
