import { sql } from 'kysely';
import type { ErasureStep } from '../erasure/erasure.ts';

/** Erases the kinds of visit of a provider who leaves. Each visit keeps its copy of the name and the fee. */
export const eraseVisitKinds: ErasureStep = async ({ db }, { user_id }) => {
  await sql`delete from visit_kinds where provider_id = ${user_id}`.execute(db);
};
