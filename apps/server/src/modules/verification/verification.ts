import type { OwnVerification } from '@carecommons/contract/verification';
import type { ProfileField } from '@carecommons/contract/verification-rules';
import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { claimedProfile, photoOf, profileChanges, profilesToCheck } from '../providers/providers.ts';
import { beginMove, type ClaimRow, holdOwnOpenClaim, holdProvider } from './claims.ts';
import { deleteEvidence, type EvidenceRow, filesOfClaim, withLink } from './evidence.ts';

export { filesOfEvidence } from './evidence.ts';
export { sweepVerifications } from './sweep.ts';

interface OwnRow
  extends
    RowOf<
      'providers',
      'registration_number' | 'council' | 'verified' | 'verified_until' | 'suspended_at' | 'suspended_reason'
    >,
    RowOf<'verification_claims', 'submitted_at' | 'decided_at' | 'reason' | 'files_deleted_at'> {
  changes: ProfileField[];
  id: number | null;
  state: ClaimRow['state'];
  files: EvidenceRow[];
  claim_changes: ProfileField[];
}

/** The state of the actor's verification. Throws `not_allowed` if the actor is not a provider. */
export async function getOwnVerification(db: Db, actor: Actor, secret: string, now: Date): Promise<OwnVerification> {
  const { rows } = await sql<OwnRow>`
    select p.registration_number, p.council, p.verified, p.verified_until,
      coalesce(${profileChanges(sql`p.verified_profile`)}, '{}') as changes, p.suspended_at, p.suspended_reason,
      c.id, c.state, c.submitted_at, c.decided_at, c.reason, c.files_deleted_at, ${filesOfClaim} as files,
      coalesce(${profileChanges(sql`c.profile`)}, '{}') as claim_changes
    from ${profilesToCheck} p left join lateral (
      select * from verification_claims where provider_id = p.user_id order by id desc limit 1) c on true
    where p.user_id = ${actor.user_id}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_allowed');
  const { id, state, reason, files, claim_changes, registration_number, council, ...more } = rows[0];
  const { verified, changes, suspended_reason, ...at } = more;
  const { verified_until, suspended_at, submitted_at, decided_at, files_deleted_at } = at;
  const claim = {
    state,
    reason,
    submitted_at: sent(submitted_at),
    decided_at: sent(decided_at),
    files_deleted_at: sent(files_deleted_at),
    changes: claim_changes,
    files: files.map((file) => withLink(file, actor, secret, now)),
  };
  return {
    registration_number,
    council,
    verified,
    changes,
    verified_until: sent(verified_until),
    suspended_at: sent(suspended_at),
    suspended_reason,
    claim: id === null ? null : { id, ...claim },
  };
}

/** A time as it is sent. */
export const sent = (at: Date | null) => at?.toISOString() ?? null;

/** Submits the actor's registration for verification. Throws `not_allowed`, `wrong_state`, `registration_taken`. */
export async function submitClaim(tx: Tx, actor: Actor, now: Date) {
  await holdProvider(tx, actor);
  const claim = await holdOwnOpenClaim(tx, actor);
  const { rows } = await sql<{ complete: boolean; has_files: boolean; taken: boolean }>`
    select registration_number is not null and council is not null as complete,
      exists (select from verification_files where claim_id = ${claim.id}) as has_files,
      ${takenBy(sql`p.user_id`, claimedProfile)} as taken
    from ${profilesToCheck} p where p.user_id = ${actor.user_id}`.execute(tx);
  if (rows[0]?.complete !== true) {
    const message = 'Please add registration number and council to your provider profile first.';
    throw new Problem('wrong_state', { message });
  }
  if (!rows[0].has_files) throw new Problem('wrong_state', { message: 'Please add at least one document.' });
  if (rows[0].taken) throw new Problem('registration_taken');
  const state = await beginMove(tx, actor, claim, 'submit', now);
  // From here on this copy is checked, even if the profile changes.
  await sql`
    update verification_claims set state = ${state}, submitted_at = ${now}, profile = ${claimedProfile},
      photo = ${photoOf(sql`p.user_id`)}
    from ${profilesToCheck} p
    where id = ${claim.id} and provider_id = p.user_id and p.user_id = ${actor.user_id}`.execute(tx);
}

/** Whether another provider is verified with the registration in a profile. */
export const takenBy = (provider: Sql, profile: Sql) => sql<boolean>`exists (
  select from ${profilesToCheck} o where o.verified_profile is not null and o.user_id <> ${provider}
    and registration_key(o.verified_profile->>'registration_number') = registration_key((${profile})->>'registration_number')
    and registration_key(o.verified_profile->>'council') = registration_key((${profile})->>'council'))`;
type Sql = ReturnType<typeof sql>;

/** Withdraws the actor's claim; returns the files to remove. Throws `not_allowed`, `wrong_state`. */
export async function withdrawClaim(tx: Tx, actor: Actor, now: Date): Promise<string[]> {
  const claim = await holdOwnOpenClaim(tx, actor);
  const state = await beginMove(tx, actor, claim, 'withdraw', now);
  await sql`
    update verification_claims set state = ${state}, decided_at = ${now}, photo = null
    where id = ${claim.id} and provider_id = ${actor.user_id}`.execute(tx);
  return await deleteEvidence(tx, sql`c.id = ${claim.id} and c.provider_id = ${actor.user_id}`, now);
}

/** The number of claims that wait for a verifier. */
export const claimsWaiting = sql<number>`(
  select count(*) from verification_claims where state in ('submitted', 'in_review'))`;
