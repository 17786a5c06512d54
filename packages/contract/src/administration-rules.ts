// Shared with the browser: this file contains no schema.
import type { Grant } from './endpoint.ts';
import type { KeptFor } from './erasure-rules.ts';

/** Maximum length of the reason for a decision, in characters. */
export const decisionReasonLength = 300;

/**
 * Who may decide about an account, its grants and its sessions: an administrator, but never about their own account.
 */
export function mayAdminister(actor: { user_id: number }, person: { id: number }): boolean {
  return actor.user_id !== person.id;
}

/** The decisions about an account. */
export const accountDecisions = ['grant', 'revoke', 'disable', 'enable', 'end_sessions'] as const;
export type AccountDecision = (typeof accountDecisions)[number];

/** Which decisions are possible: a disabled account cannot get grants, be disabled again or be signed out. */
export function isPossible(decision: AccountDecision, { disabled }: { disabled: boolean }): boolean {
  return decision === 'enable' ? disabled : decision === 'revoke' || !disabled;
}

/** Which changes to a speciality are possible: a merged one stays merged. */
export type SpecialityMove = 'edit' | 'merge' | 'retire' | 'restore';
export function isMovable(move: SpecialityMove, { retired, merged }: { retired: boolean; merged: boolean }): boolean {
  if (merged) return false;
  return move === 'retire' ? !retired : move === 'restore' ? retired : true;
}

/** Every action that the audit records. */
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

/** What an audit row can be about, other than a report. */
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

/** The kinds of background jobs; most are emails. */
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
/** What a person without any right to a report tried to do with it. */
type MoveRefusal = `${'upload' | 'withdraw' | 'release' | 'delete'} ${'not_found' | 'not_allowed'}` | 'share not_found';
/** The lists that show reports. */
export type RecordList = 'own reports' | 'written reports' | 'waiting reports' | 'who opened reports' | 'own shares';

/** Why an action was refused, or which part of it was done, in the audit. */
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

/** What is counted per day, without people. */
export const activities = [
  'visits_requested',
  'visits_approved',
  'people',
  'messages',
  'articles',
  'letters_given_up',
] as const;
export type Activity = (typeof activities)[number];

/** Number of days that are counted, including today. */
export const activityDays = 30;
