import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { providerProfiles } from '../providers/providers.ts';
import { makesKnown } from './states.ts';

/** Whether a patient has had a visit with a provider before. */
export const isKnownTo = (provider: number, patient: number, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from appointments a where a.patient_id = ${patient} and a.provider_id = ${provider} and ${makesKnown(now)})`;

/** Whether a listed provider has seen the actor before. Throws `not_found`. */
export async function getKnownPatient(
  db: Db,
  actor: Actor,
  providerId: number,
  now: Date,
): Promise<{ known: boolean }> {
  const { rows } = await sql<{ known: boolean }>`
    select ${isKnownTo(providerId, actor.user_id, now)} as known
    from ${providerProfiles} p where p.user_id = ${providerId} and p.listed`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}
