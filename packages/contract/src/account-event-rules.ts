// Shared with the browser: this file contains no schema.

/** The kinds of account events. */
export const accountEvents = [
  'registered',
  'signed_in',
  'signed_in_by_passkey',
  'sign_in_failed',
  'code_failed',
  'sign_ins_refused',
  'confirmed',
  'confirmation_failed',
  'recovery_code_used',
  'signed_out',
  'signed_out_elsewhere',
  'signed_out_idle',
  'session_reused',
  'password_changed',
  'password_reset',
  'email_change_asked',
  'email_confirmed',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
] as const;
export type AccountEvent = (typeof accountEvents)[number];

/** Events in which a person got access. */
export const signIns: readonly AccountEvent[] = ['registered', 'signed_in', 'signed_in_by_passkey'];

/** Events in which access was refused. */
export const failedEvents: readonly AccountEvent[] = [
  'sign_in_failed',
  'code_failed',
  'sign_ins_refused',
  'confirmation_failed',
  'session_reused',
];
