import { sql } from 'kysely';
import type { ErasureStep } from '../erasure/erasure.ts';
import { deleteEvidence } from './evidence.ts';

/** Erases a leaving provider's claims with their documents. Claims that a leaving verifier had in review are released. */
export const eraseClaims: ErasureStep = async ({ db, files, clock }, { user_id }) => {
  const gone = await db.transaction().execute(async (tx) => {
    const erased = await deleteEvidence(tx, sql`c.provider_id = ${user_id}`, clock.now());
    await sql`delete from verification_claims where provider_id = ${user_id}`.execute(tx);
    await sql`
      update verification_claims set state = 'submitted', reviewer_id = null, taken_at = null
      where reviewer_id = ${user_id} and state = 'in_review'`.execute(tx);
    return erased;
  });
  for (const file of gone) await files.remove(file);
};
