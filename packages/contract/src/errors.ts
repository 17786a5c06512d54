import type { SignInWays } from './passkeys.ts';

/**
 * Every error of the API: its HTTP status, its title (RFC 9457) and one sentence for people. The code is stable, and
 * programs compare it. A more exact sentence may be given where the error is thrown.
 */
export const errorCodes = {
  invalid_input: { status: 400, title: 'Invalid input', message: 'Some of the entries need correction.' },
  link_ended: {
    status: 400,
    title: 'Link ended',
    message: 'This link has expired. Please ask for a new one.',
  },
  not_signed_in: { status: 401, title: 'Not signed in', message: 'Please sign in and try again.' },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials',
    message: 'Invalid username or password. Please try again.',
  },
  second_factor_required: {
    status: 403,
    title: 'Second factor required',
    message: 'This needs a second factor. Please confirm it on your account page.',
  },
  confirmation_required: {
    status: 403,
    title: 'Confirmation required',
    message: 'Please confirm that it is you, and try again.',
  },
  code_required: {
    status: 401,
    title: 'Code required',
    message: 'Please enter the code from your authenticator app, or a recovery code.',
  },
  sign_in_ended: {
    status: 401,
    title: 'Sign-in ended',
    message: 'This sign-in has ended. Please begin again with your password.',
  },
  invalid_code: {
    status: 401,
    title: 'Invalid code',
    message: 'This code is wrong or has already been used. Please enter the next one.',
  },
  invalid_passkey: {
    status: 401,
    title: 'Invalid passkey',
    message: 'This passkey was not accepted. Please sign in with your password.',
  },
  session_ended: { status: 401, title: 'Session ended', message: 'This session has ended. Please sign in again.' },
  not_allowed: { status: 403, title: 'Not allowed', message: 'You do not have permission to do this.' },
  profile_required: {
    status: 403,
    title: 'Profile required',
    message: 'Please complete your profile first.',
  },
  consent_required: {
    status: 403,
    title: 'Consent required',
    message:
      'You have asked us to keep nothing about visits. To ask for one, please agree to it again under “My data”.',
  },
  not_found: { status: 404, title: 'Not found', message: 'There is nothing at this address.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    message: 'This address does not support that method.',
  },
  username_taken: { status: 409, title: 'Username taken', message: 'That username is taken. Please choose another.' },
  email_taken: {
    status: 409,
    title: 'Email address taken',
    message: 'This email address is confirmed for another account.',
  },
  slot_taken: { status: 409, title: 'Slot taken', message: 'That time has just been taken.' },
  kind_changed: {
    status: 409,
    title: 'Kind of visit changed',
    message: 'The provider has just changed this kind of visit. Please read what holds for it now, and send it again.',
  },
  said_already: {
    status: 409,
    title: 'Said already',
    message: 'You have just sent the same text. It is already there; please do not send it again.',
  },
  changed_meanwhile: {
    status: 409,
    title: 'Changed meanwhile',
    message: 'This was changed meanwhile, as in another tab. Nothing was overwritten.',
  },
  too_many_requests_open: {
    status: 409,
    title: 'Too many open requests',
    message: 'You have reached the limit for open requests. Please wait for an answer to one of them.',
  },
  last_administrator: {
    status: 409,
    title: 'Last administrator',
    message: 'This is the last administrator without an end. Please give the grant to somebody else first.',
  },
  registration_taken: {
    status: 409,
    title: 'Registration taken',
    message: 'This registration cannot be verified here. If it is yours, please contact us.',
  },
  wrong_state: { status: 409, title: 'Wrong state', message: 'That is not possible in its current state.' },
  request_running: {
    status: 409,
    title: 'Request running',
    message: 'The same request is being worked on. Please wait a moment.',
  },
  key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    message: 'This Idempotency-Key came with another request before.',
  },
  storage_full: {
    status: 507,
    title: 'Storage full',
    message: 'There is not enough space to store this just now. Please try again later.',
  },
  too_large: { status: 413, title: 'Too large', message: 'What was sent is too large for this address.' },
  uri_too_long: { status: 414, title: 'Address too long', message: 'This address is too long.' },
  headers_too_large: { status: 431, title: 'Headers too large', message: 'The headers of this request are too large.' },
  too_slow: { status: 408, title: 'Too slow', message: 'This request took too long to arrive. Please try again.' },
  unsupported_type: { status: 415, title: 'Unsupported type', message: 'Please send JSON.' },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    message: 'Too many attempts. Please wait a moment and try again.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    message: 'Something went wrong on our side. Please try again.',
  },
  key_missing: {
    status: 503,
    title: 'Key missing',
    message:
      'Files cannot be opened or uploaded just now: the key that protects them is missing. Please try again later.',
  },
  busy: { status: 503, title: 'Busy', message: 'The service is busy just now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; title: string; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** An invalid field of a request: its name as it was sent (`fees`, `speciality.0`), and a sentence to show below it. */
export interface FieldError {
  field: string;
  message: string;
}

/** The body of every error: `application/problem+json` (RFC 9457) with our own members. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  message: string;
  errors: FieldError[];
  /** With `slot_taken`: the nearest free times, ISO 8601 with offset. */
  free_times?: string[];
  /** With `code_required`: proves the correct password in the second step. Valid for five minutes and one use. */
  ticket?: string;
  /** With `code_required`: whether a code can be given, and the options with which the browser asks for a passkey. */
  ways?: SignInWays;
}
