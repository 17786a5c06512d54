// For the server and for the buttons alike: this file carries no schema to a browser.
import type { Grant } from './endpoint.ts';
import type { KeptFor } from './erasure-rules.ts';

/** How long the reason of a decision may be, in characters. */
export const decisionReasonLength = 300;

/** Who may decide about an account, its grants and its sessions: an administrator, and nobody about their own. */
export function mayAdminister(actor: { user_id: number }, person: { id: number }): boolean {
  return actor.user_id !== person.id;
}

/** What was decided about an account. */
export const accountDecisions = ['grant', 'revoke', 'disable', 'enable', 'end_sessions'] as const;
export type AccountDecision = (typeof accountDecisions)[number];

/** What is possible with an account: only one that is not disabled is given grants, disabled or logged out everywhere. */
export function isPossible(decision: AccountDecision, { disabled }: { disabled: boolean }): boolean {
  return decision === 'enable' ? disabled : decision === 'revoke' || !disabled;
}

/** What is possible with a speciality: one that was merged into another stays so. */
export type SpecialityMove = 'edit' | 'merge' | 'retire' | 'restore';
export function isMovable(move: SpecialityMove, { retired, merged }: { retired: boolean; merged: boolean }): boolean {
  if (merged) return false;
  return move === 'retire' ? !retired : move === 'restore' ? retired : true;
}

/** Every action that the audit knows. */
export const auditActions = [
  'view',
  'download',
  'upload',
  'withdraw',
  'release_report',
  'export',
  'share',
  'unshare',
  'open_share',
  'delete',
  'denied',
  'hide',
  'show',
  'password_changed',
  'password_reset',
  'email_verified',
  'email_changed',
  'signed_out',
  'token_reused',
  'factor_added',
  'factor_removed',
  'factor_reset',
  'recovery_codes_made',
  'recovery_code_used',
  'grant',
  'revoke',
  'disable',
  'enable',
  'end_sessions',
  'add',
  'edit',
  'merge',
  'retire',
  'restore',
  'close',
  'reopen',
  'retry',
  'search',
  'submit',
  'take',
  'release',
  'verify',
  'reject',
  'expire',
  'suspend',
  'reinstate',
  'appeal',
  'uphold',
  'lift',
  'erase',
  'end_kept',
  'open_kept',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Everything but a report that the audit tells of. */
export const auditItems = [
  'user',
  'room',
  'speciality',
  'provider',
  'claim',
  'evidence',
  'share',
  'export',
  'blog',
  'question',
  'answer',
  'message',
] as const;
export type AuditItem = (typeof auditItems)[number];

/** What is done by the way, after the answer: letters first of all. */
export const jobKinds = ['letter', 'password_reset', 'push', 'scan', 'export'] as const;
export type JobKind = (typeof jobKinds)[number];

export type FactorKind = 'authenticator app' | 'passkey';

/** Why a file is not served. */
export type FileRefusal =
  | 'forged'
  | 'expired'
  | 'session_ended'
  | 'other_session'
  | 'not_entitled'
  | 'second_factor'
  | 'withdrawn'
  | 'share_ended'
  | 'key_missing'
  | 'erased'
  | 'damaged';
/** What somebody tried to do with a report that is nothing to them. */
type MoveRefusal = `${'upload' | 'withdraw' | 'release' | 'delete'} ${'not_found' | 'not_allowed'}` | 'share not_found';
/** The lists that tell of reports. */
export type RecordList = 'own reports' | 'written reports' | 'waiting reports' | 'who opened reports' | 'own shares';

/** Why something was refused, or what of it was done, in the audit. */
export type AuditReason =
  | FileRefusal
  | MoveRefusal
  | RecordList
  | FactorKind
  | KeptFor
  | Grant
  | 'passcode'
  | 'infected'
  | 'asked'
  | 'downloaded'
  | 'one'
  | 'others'
  | 'older copy'
  | 'account events'
  | 'visit reads'
  | 'search';

/** What is counted by day: never who it was. */
export const activities = [
  'visits_requested',
  'visits_approved',
  'people',
  'messages',
  'articles',
  'letters_given_up',
] as const;
export type Activity = (typeof activities)[number];

/** How many days are counted, today among them. */
export const activityDays = 30;
