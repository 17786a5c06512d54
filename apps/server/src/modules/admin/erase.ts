import { sql } from 'kysely';
import type { ErasureStep } from '../erasure/erasure.ts';

/** Removes the reasons from administrators' decisions about an account; the decisions themselves stay. */
export const eraseReasons: ErasureStep = async ({ db }, { user_id }) => {
  await sql`select erase_reasons_of_account(${user_id})`.execute(db);
};
