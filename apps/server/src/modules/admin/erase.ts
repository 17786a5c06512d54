import { erasedText } from '@carecommons/contract/erasure-rules';
import { sql } from 'kysely';
import type { ErasureStep } from '../../core/erasure.ts';

/** Takes the reasons out of what administrators decided about an account: that they did stays. */
export const eraseReasons: ErasureStep = async ({ db }, { user_id }) => {
  await sql`
    update account_decisions set reason = ${erasedText} where user_id = ${user_id} and reason is not null`.execute(db);
};
