import type { Claim } from '@carecommons/contract/verification';
import { isLeftLying, mayOpenEvidence, verificationYears } from '@carecommons/contract/verification-rules';
import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import { lastAt } from '../../platform/time/time.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { people, sendEmail } from '../accounts/accounts.ts';
import {
  allSpecialities,
  type Listing,
  photoText,
  profileChanges,
  profilesToCheck,
  usualEnd,
  verifyProvider,
} from '../providers/providers.ts';
import { beginMove, type ClaimRow, holdClaim } from './claims.ts';
import { deleteEvidence, type EvidenceRow, filesOfClaim, withLink } from './evidence.ts';
import { emails } from './emails.ts';
import { sent, takenBy } from './verification.ts';

/** Where the page before ended: when it was submitted or decided, in milliseconds, and its number. */
export type Cursor = readonly [number, number];

interface ListQuery {
  state: 'waiting' | 'decided';
  limit: number;
  after?: Cursor | undefined;
}

type Shown = 'provider' | 'registration_number' | 'council' | 'reviewer' | 'taken' | 'changes' | 'photo';
interface ReviewRow
  extends ClaimRow, Pick<Claim, Shown>, RowOf<'verification_claims', 'decided_at' | 'verified_until' | 'reason'> {
  submitted_at: Date;
  files: EvidenceRow[];
}

/** A page of what waits for a verifier, oldest first, or of what was decided, newest first. */
export async function listClaims(
  db: Db,
  actor: Actor,
  { state, limit, after }: ListQuery,
  secret: string,
  now: Date,
): Promise<Page<Claim>> {
  const waits = state === 'waiting';
  const since = waits ? sql`c.submitted_at` : sql`c.decided_at`;
  const which = waits
    ? sql`c.state in ('submitted', 'in_review')`
    : sql`c.decided_at is not null and c.state not in ('submitted', 'in_review')`;
  const [beyond, way] = waits ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const from =
    after === undefined ? sql`true` : sql`(${since}, c.id) ${beyond} (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const { rows } = await sql<ReviewRow>`
    select c.id, c.provider_id, c.state, c.reviewer_id, c.taken_at, c.submitted_at, c.decided_at,
      c.verified_until, c.reason, c.profile->>'registration_number' as registration_number,
      c.profile->>'council' as council, ${profileChanges(sql`c.profile`)} as changes,
      json_build_object('user', p.user_id, 'name', c.profile->>'name', 'education', c.profile->>'education',
        'speciality', array(select s.name from ${allSpecialities} s
          where s.id = any(present_specialities(c.profile->'speciality')) order by s.name_key)) as provider,
      case when c.reviewer_id = ${actor.user_id} then ${photoText(sql`c.photo`)} end as photo,
      case when u.id is not null then json_build_object('id', u.id, 'username', u.username) end as reviewer,
      ${takenBy(sql`c.provider_id`, sql`c.profile`)} as taken, ${filesOfClaim} as files
    from verification_claims c join ${profilesToCheck} p on p.user_id = c.provider_id left join ${people} u on u.id = c.reviewer_id
    where ${which} and ${from} order by ${since} ${way}, c.id ${way} limit ${limit + 1}`.execute(db);
  const { rows: page, next } = pageOf(rows, limit, ({ id, submitted_at, decided_at }): Cursor => {
    return [(waits ? submitted_at : decided_at)?.getTime() ?? 0, id];
  });
  return { rows: page.map((row) => asSeen(row, actor, secret, now)), next };
}

function asSeen(row: ReviewRow, actor: Actor, secret: string, now: Date): Claim {
  const { provider_id: _, reviewer_id: __, files, ...rest } = row;
  return {
    ...rest,
    submitted_at: sent(row.submitted_at),
    decided_at: sent(row.decided_at),
    taken_at: sent(row.taken_at),
    verified_until: sent(row.verified_until),
    file_count: files.length,
    files: mayOpenEvidence(actor, row) ? files.map((file) => withLink(file, actor, secret, now)) : [],
  };
}

/** Takes a claim into review for the actor alone. Throws `not_found`, `not_allowed`, `wrong_state`. */
export async function takeClaim(tx: Tx, actor: Actor, claimId: number, now: Date) {
  const claim = await holdClaim(tx, claimId);
  const { state, taken_at, reviewer_id } = claim;
  const leftLying = isLeftLying({ state, taken_at: sent(taken_at) }, now) && reviewer_id !== actor.user_id;
  if (state === 'in_review' && !leftLying && claim.provider_id !== actor.user_id) {
    const message = 'Another verifier is already reviewing this.';
    throw new Problem('wrong_state', { message: reviewer_id === actor.user_id ? 'You have this in review.' : message });
  }
  const next = await beginMove(tx, actor, claim, leftLying ? 'take_over' : 'take', now);
  await sql`
    update verification_claims set state = ${next}, reviewer_id = ${actor.user_id}, taken_at = ${now}
    where id = ${claim.id}`.execute(tx);
}

/** Releases a claim that the actor has in review. Throws `not_found`, `not_allowed`, `wrong_state`. */
export async function releaseClaim(tx: Tx, actor: Actor, claimId: number, now: Date) {
  const claim = await holdClaim(tx, claimId);
  const state = await beginMove(tx, actor, claim, 'release', now);
  await sql`
    update verification_claims set state = ${state}, reviewer_id = null, taken_at = null
    where id = ${claim.id}`.execute(tx);
}

/**
 * Verifies what was submitted until a day; the badge shows while the profile says the same. Throws `not_found`, `not_allowed`, `wrong_state`, 400 naming `until`, and
 * `registration_taken` where another provider is verified with it.
 */
export async function verifyClaim(
  tx: Tx,
  actor: Actor,
  claimId: number,
  day: string | undefined,
  site: Listing & Pick<Config, 'defaultTimeZone'>,
  now: Date,
) {
  const until = endOf(day, site.defaultTimeZone, now);
  const claim = await holdClaim(tx, claimId);
  const state = await beginMove(tx, actor, claim, 'verify', now);
  // A renewal replaces the earlier verification.
  await sql`
    update verification_claims set state = 'lapsed'
    where provider_id = ${claim.provider_id} and state = 'verified'`.execute(tx);
  await sql`
    update verification_claims set state = ${state}, decided_at = ${now}, verified_until = ${until}, photo = null
    where id = ${claim.id}`.execute(tx);
  await verifyProvider(tx, claim.provider_id, site, now, { until, profile: claim.profile });
  await sendEmail(tx, claim.provider_id, emails.decided, now);
}

/** The last second of a day in the site's time zone, in which the badge also shows the date. */
function endOf(day: string | undefined, zone: string, now: Date): Date {
  if (day === undefined) return usualEnd(now);
  const until = new Date(lastAt(zone, Date.parse(day) + 86_400_000) - 1000);
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + verificationYears.most);
  if (until <= now || until > latest) {
    throw invalidField('until', `Please choose a day in the future, at most ${verificationYears.most} years from now.`);
  }
  return until;
}

/** Rejects a claim; returns the files to remove. Throws `not_found`, `not_allowed`, `wrong_state`. */
export async function rejectClaim(tx: Tx, actor: Actor, claimId: number, reason: string, now: Date): Promise<string[]> {
  const claim = await holdClaim(tx, claimId);
  const state = await beginMove(tx, actor, claim, 'reject', now);
  await sql`
    update verification_claims set state = ${state}, decided_at = ${now}, reason = ${reason}, photo = null
    where id = ${claim.id}`.execute(tx);
  await sendEmail(tx, claim.provider_id, emails.decided, now);
  return await deleteEvidence(tx, sql`c.id = ${claim.id}`, now);
}
