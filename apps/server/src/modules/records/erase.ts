import { sql } from 'kysely';
import { type ErasureStep, keepCare } from '../erasure/erasure.ts';
import { destroyFileKeys } from '../../platform/files/files.ts';
import type { RowOf } from '../../platform/db/db.ts';
import { withNewer } from './visible.ts';
import { publishRecords } from './sweep.ts';

/** Whether the provider has to keep the report `r`. */
const isCare = sql<boolean>`(r.provider_id is not null and r.scan <> 'infected')`;

/** Ends all shares by the person and with the person, as if they had never existed. */
export const eraseShares: ErasureStep = async ({ db }, { user_id }) => {
  await sql`delete from shares where patient_id = ${user_id} or provider_id = ${user_id}`.execute(db);
};

/**
 * Removes the reports about a leaving patient: what a provider wrote is moved to kept care if it must be kept;
 * everything else is erased with its keys.
 */
export const putReportsAway: ErasureStep = async ({ db, files, live }, { user_id, care_until }) => {
  const gone = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<RowOf<'records', 'file' | 'provider_id'> & { kept: boolean }>`
      select r.file, r.provider_id, ${isCare} as kept from records r where r.patient_id = ${user_id}
      order by r.id for update`.execute(tx);
    if (care_until !== null) {
      await keepCare(
        tx,
        'report',
        user_id,
        sql`select r.id, r.file, to_jsonb(r) from records r where r.patient_id = ${user_id} and ${isCare}`,
      );
    }
    await sql`delete from records where patient_id = ${user_id}`.execute(tx);
    const erased = rows.filter(({ kept }) => care_until === null || !kept).map(({ file }) => file);
    await destroyFileKeys(tx, erased);
    return { erased, providers: rows.flatMap(({ provider_id }) => provider_id ?? []) };
  });
  publishRecords(live, ...new Set(gone.providers));
  // If this fails, the sweep for files without a row removes them.
  for (const file of gone.erased) await files.remove(file);
};

/** Releases the unreleased reports of a leaving provider: nobody else could, and they are about the patients. */
export const releaseReports: ErasureStep = async ({ db, clock }, { user_id }) => {
  await sql`
    update records o set release_at = ${clock.now()} where o.id in (
      select r.id from records r ${withNewer}
      where r.provider_id = ${user_id} and r.told_at is null and r.release_at is null and r.withdrawn_at is null
        and r.scan <> 'infected' and n.id is null)`.execute(db);
};
