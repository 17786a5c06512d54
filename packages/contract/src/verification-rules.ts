import type { Grant } from './endpoint.ts';

// The rules of verification, shared by the server and the screens. This file contains no schema.

/** The profile fields that are verified: changing one removes the badge until it is verified again. */
export const profileFields = ['name', 'education', 'registration_number', 'council', 'speciality', 'photo'] as const;
export type ProfileField = (typeof profileFields)[number];

/** The states of a claim. A verified one lapses when a newer verification replaces it. */
export const claimStates = [
  'draft',
  'submitted',
  'in_review',
  'verified',
  'rejected',
  'withdrawn',
  'expired',
  'lapsed',
] as const;
export type ClaimState = (typeof claimStates)[number];

/**
 * Who makes a move: the provider; any verifier but the provider; the verifier who has it in review; `time`, when it is
 * due.
 */
type Mover = 'provider' | 'verifier' | 'reviewer' | 'time';

/** The moves of a claim: by whom, from which states, and into which. */
export const claimMoves = {
  submit: { by: 'provider', from: ['draft'], to: 'submitted' },
  withdraw: { by: 'provider', from: ['submitted', 'in_review'], to: 'withdrawn' },
  take: { by: 'verifier', from: ['submitted'], to: 'in_review' },
  take_over: { by: 'verifier', from: ['in_review'], to: 'in_review' },
  release: { by: 'reviewer', from: ['in_review'], to: 'submitted' },
  verify: { by: 'reviewer', from: ['in_review'], to: 'verified' },
  reject: { by: 'reviewer', from: ['in_review'], to: 'rejected' },
  expire: { by: 'time', from: ['verified'], to: 'expired' },
  lapse: { by: 'time', from: ['verified'], to: 'lapsed' },
} as const satisfies Record<string, { by: Mover; from: readonly ClaimState[]; to: ClaimState }>;
export type ClaimMove = keyof typeof claimMoves;

/** Whether the state of a claim allows a move. This checks when, not who. */
export function canMoveClaim(move: ClaimMove, state: ClaimState): boolean {
  return (claimMoves[move].from as readonly ClaimState[]).includes(state);
}

interface Person {
  user_id: number;
  grants: readonly Grant[];
}
interface Parties {
  provider_id: number;
  reviewer_id: number | null;
}

/** Who may make a move. This checks who, not when. Nobody decides about their own claim. */
export function mayMoveClaim(person: Person, claim: Parties, move: ClaimMove): boolean {
  const own = person.user_id === claim.provider_id;
  const verifies = person.grants.includes('verifier') && !own;
  switch (claimMoves[move].by) {
    case 'provider':
      return own;
    case 'verifier':
      return verifies;
    case 'reviewer':
      return verifies && person.user_id === claim.reviewer_id;
    case 'time':
      return false;
  }
}

/**
 * Who may open the documents of a claim: its provider, and the verifier who has it in review, for as long as that
 * lasts.
 */
export function mayOpenEvidence(person: Person, claim: Parties & { state: ClaimState }): boolean {
  if (person.user_id === claim.provider_id) return true;
  return claim.state === 'in_review' && claim.reviewer_id === person.user_id && person.grants.includes('verifier');
}

/** Whether another verifier may take over a claim that has been in review for too long. */
export function isLeftLying({ state, taken_at }: { state: ClaimState; taken_at: string | null }, now: Date): boolean {
  return (
    state === 'in_review' && taken_at !== null && now.getTime() - new Date(taken_at).getTime() >= reviewDays * dayMs
  );
}

const dayMs = 86_400_000;
/** How long one verifier may keep a claim in review before another one may take it over. */
export const reviewDays = 3;
/** How long documents are kept after a verification, and in a claim that is not submitted. */
export const evidenceDays = 30;
/** How many documents a claim can have, and the maximum size of one, in bytes. */
export const evidenceFiles = 10;
export const evidenceBytes = 10 * 1024 * 1024;
/** How long a verification is valid by default, and at most. */
export const verificationYears = { usual: 2, most: 5 } as const;
/** How many days before its end a verification warns. */
export const expiringDays = 60;
/** Maximum length of a reason, in characters. */
export const verificationReasonLength = 500;
