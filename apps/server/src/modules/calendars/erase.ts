import { sql } from 'kysely';
import type { ErasureStep } from '../erasure/erasure.ts';

/** Ends the private addresses under which the calendars of somebody who leaves were read. */
export const eraseAddresses: ErasureStep = async ({ db }, { user_id }) => {
  await sql`delete from calendar_addresses where user_id = ${user_id}`.execute(db);
};
