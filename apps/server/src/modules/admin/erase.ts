import { sql } from 'kysely';
import type { ErasureStep } from '../erasure/erasure.ts';

/** Takes the reasons out of what administrators decided about an account: that they did stays. */
export const eraseReasons: ErasureStep = async ({ db }, { user_id }) => {
  await sql`select erase_reasons_of_account(${user_id})`.execute(db);
};
