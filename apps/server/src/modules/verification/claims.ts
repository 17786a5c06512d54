import {
  canMoveClaim,
  type ClaimMove,
  claimMoves,
  type ClaimState,
  mayMoveClaim,
} from '@carecommons/contract/verification-rules';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { RowOf, Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { type ClaimedProfile, providerProfiles } from '../providers/providers.ts';

export interface ClaimRow extends RowOf<'verification_claims', 'id' | 'provider_id' | 'reviewer_id' | 'taken_at'> {
  state: ClaimState;
}

/** A claim with the submitted copy, which alone is decided on. */
export interface HeldClaim extends ClaimRow {
  profile: ClaimedProfile;
}

/** A claim, with its row and its provider's row locked until the transaction ends. Throws `not_found`. */
export async function holdClaim(tx: Tx, claimId: number): Promise<HeldClaim> {
  const { rows } = await sql<HeldClaim>`
    select c.id, c.provider_id, c.state, c.reviewer_id, c.taken_at, c.profile
    from verification_claims c join ${providerProfiles} p on p.user_id = c.provider_id
    where c.id = ${claimId} and c.state <> 'draft' for update of p, c`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** The actor's undecided claim, locked in the same way. Throws `wrong_state` if there is none. */
export async function holdOwnOpenClaim(tx: Tx, actor: Actor): Promise<ClaimRow> {
  await holdProvider(tx, actor);
  const { rows } = await sql<ClaimRow>`
    select id, provider_id, state, reviewer_id, taken_at from verification_claims
    where provider_id = ${actor.user_id} and state in ('draft', 'submitted', 'in_review') for update`.execute(tx);
  if (rows[0] === undefined) throw new Problem('wrong_state');
  return rows[0];
}

/** The actor's profile, with its row locked until the transaction ends. Throws `not_allowed`. */
export async function holdProvider(tx: Tx, actor: Actor) {
  const { rows } =
    await sql`select from ${providerProfiles} profile where user_id = ${actor.user_id} for update`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_allowed');
}

const auditActions = {
  submit: 'submit',
  withdraw: 'withdraw',
  take: 'take',
  take_over: 'take',
  release: 'release',
  verify: 'verify',
  reject: 'reject',
} as const;

type MoveOfPerson = keyof typeof auditActions & ClaimMove;

/** Checks that a person may make a move and records it in the audit; the caller then updates the row. Throws `not_allowed`, `wrong_state`. */
export async function beginMove(tx: Tx, actor: Actor, claim: ClaimRow, move: MoveOfPerson, now: Date) {
  if (!mayMoveClaim(actor, claim, move)) throw new Problem('not_allowed');
  if (!canMoveClaim(move, claim.state)) throw new Problem('wrong_state');
  const item = { kind: 'claim' as const, id: claim.id };
  await audit(tx, { at: now, actor, action: auditActions[move], item, outcome: 'done' });
  return claimMoves[move].to;
}
