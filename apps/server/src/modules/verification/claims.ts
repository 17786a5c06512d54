import {
  canMoveClaim,
  type ClaimMove,
  claimMoves,
  type ClaimState,
  mayMoveClaim,
} from '@carecommons/contract/verification-rules';
import { sql } from 'kysely';
import { audit } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { Problem } from '../../core/problem.ts';
import type { Actor } from '../../core/session.ts';

/** A claim is about what the profile says: of a claim `c` and its provider `p`, whether the two still agree. */
const agrees = sql<boolean>`((c.registration_number, c.council) = (p.registration_number, p.council)
  and (c.state <> 'verified' or p.verified_at is not null))`;

/** The claims that have lapsed, whatever state is written in them. */
export const lapsed = sql<boolean>`(c.state in ('submitted', 'in_review', 'verified') and ${agrees} is not true)`;

/** The state of a claim `c` of a provider `p`. */
export const stateOf = sql<ClaimState>`case when ${lapsed} then 'lapsed' else c.state end`;

export interface ClaimRow {
  id: number;
  provider_id: number;
  state: ClaimState;
  reviewer_id: number | null;
  taken_at: Date | null;
}

/** A claim, its row and that of its provider held until the transaction ends. Throws `not_found`. */
export async function holdClaim(tx: Tx, claimId: number): Promise<ClaimRow> {
  // The provider's row too: the profile must not change under a decision about it.
  const { rows } = await sql<ClaimRow>`
    select c.id, c.provider_id, ${stateOf} as state, c.reviewer_id, c.taken_at
    from verification_claims c join providers p on p.user_id = c.provider_id
    where c.id = ${claimId} and c.state <> 'draft' for update of p, c`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** The claim of the actor's that is not decided, held like that. Throws `wrong_state` where there is none. */
export async function holdOwnOpenClaim(tx: Tx, actor: Actor): Promise<ClaimRow> {
  await holdProvider(tx, actor);
  const { rows } = await sql<ClaimRow>`
    select c.id, c.provider_id, ${stateOf} as state, c.reviewer_id, c.taken_at
    from verification_claims c join providers p on p.user_id = c.provider_id
    where c.provider_id = ${actor.user_id} and c.state in ('draft', 'submitted', 'in_review') for update of c`.execute(
    tx,
  );
  if (rows[0] === undefined) throw new Problem('wrong_state');
  return rows[0];
}

/** The registration in the actor's profile, whose row is held until the transaction ends. Throws `not_allowed`. */
export async function holdProvider(tx: Tx, actor: Actor) {
  const { rows } = await sql<{ registration_number: string | null; council: string | null }>`
    select registration_number, council from providers where user_id = ${actor.user_id} for update`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_allowed');
  return rows[0];
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

/** Writes down that a person may make a move and makes it in the audit; the caller then writes the row. Throws `not_allowed`, `wrong_state`. */
export async function beginMove(tx: Tx, actor: Actor, claim: ClaimRow, move: MoveOfPerson, now: Date) {
  if (!mayMoveClaim(actor, claim, move)) throw new Problem('not_allowed');
  if (!canMoveClaim(move, claim.state)) throw new Problem('wrong_state');
  const item = { kind: 'claim' as const, id: claim.id };
  await audit(tx, { at: now, actor, action: auditActions[move], item, outcome: 'done' });
  return claimMoves[move].to;
}
