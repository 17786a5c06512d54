import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, nothing, strict, text } from './fields.ts';
import { passkeyNameLength } from './limits.ts';
import { authenticationResponse, creationOptions, registrationResponse, requestOptions } from './passkeys.ts';

// Six digits of the authenticator app, or a recovery code, with any blanks and hyphens.
export const code = text(40);
const password = z.string().check(z.minLength(1, 'This is required.'), z.maxLength(1000, 'This is too long.'));
const passkeyName = text(passkeyNameLength);

/** Proves a correct password; returned with the error `code_required`. */
const ticket = z.string().check(z.minLength(1, 'This is required.'), z.maxLength(200, 'This is too long.'));

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  added_at: z.string(),
  last_used_at: z.nullable(z.string()),
});

const tokens = z.object({ access: z.string(), refresh: z.string() });
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/**
 * `required`: the caller holds a grant, which only counts in a session with a second factor. `confirmed`: this is such
 * a session. `passkeys_possible`: a passkey can be bound to the site's address.
 */
const secondFactor = z.object({
  required: z.boolean(),
  confirmed: z.boolean(),
  app_added_at: z.nullable(z.string()),
  recovery_codes_left: z.int(),
  passkeys: z.array(passkey),
  passkeys_possible: z.boolean(),
});
export type SecondFactor = z.output<typeof secondFactor>;
export type Passkey = z.output<typeof passkey>;

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/account/second-factor/',
  access: 'signed-in',
  summary: 'Returns which second factors the caller has set up, and whether one was used in this session.',
  reply: secondFactor,
});

export const startApp = endpoint({
  method: 'POST',
  path: '/account/second-factor/app/',
  access: 'signed-in',
  summary:
    'Creates a secret for an authenticator app. It takes effect when it is confirmed, and replaces an earlier unconfirmed one.',
  body: nothing,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second_factor_required', 'wrong_state'],
});

export const confirmApp = endpoint({
  method: 'POST',
  path: '/account/second-factor/app/confirm/',
  access: 'signed-in',
  summary: 'Adds the authenticator app by its first code. Returns ten recovery codes, which are shown only once.',
  body: strict({ current_password: password, code }),
  reply: recoveryCodes,
  errors: ['second_factor_required', 'wrong_state', 'too_many_requests', 'busy'],
});

export const removeApp = endpoint({
  method: 'POST',
  path: '/account/second-factor/app/remove/',
  access: 'signed-in',
  summary: 'Removes the authenticator app.',
  body: strict({ current_password: password, code }),
  reply: done,
  errors: ['wrong_state', 'too_many_requests', 'busy'],
});

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/account/second-factor/recovery-codes/',
  access: 'signed-in',
  summary: 'Creates ten new recovery codes, which are shown only once. Earlier codes stop working.',
  body: strict({ current_password: password }),
  reply: recoveryCodes,
  errors: ['second_factor_required', 'wrong_state', 'too_many_requests', 'busy'],
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/account/second-factor/passkeys/options/',
  access: 'signed-in',
  summary: 'Returns the options with which the browser creates a new passkey.',
  body: strict({ current_password: password }),
  reply: creationOptions,
  errors: ['second_factor_required', 'wrong_state', 'too_many_requests', 'busy'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/account/second-factor/passkeys/',
  access: 'signed-in',
  summary:
    'Adds the passkey that the browser created. The first factor also returns ten recovery codes, which are shown only once.',
  body: strict({ name: passkeyName, passkey: registrationResponse }),
  reply: z.object({ id: z.int(), recovery_codes: z.nullable(z.array(z.string())) }),
  status: 201,
  errors: ['second_factor_required', 'wrong_state'],
});

const passkeyParams = strict({ passkey_id: id });

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/account/second-factor/passkeys/:passkey_id/',
  access: 'signed-in',
  summary: "Renames one of the caller's passkeys.",
  params: passkeyParams,
  body: strict({ name: passkeyName }),
  reply: done,
  errors: ['not_found'],
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/account/second-factor/passkeys/:passkey_id/remove/',
  access: 'signed-in',
  summary: "Removes one of the caller's passkeys.",
  params: passkeyParams,
  body: strict({ current_password: password }),
  reply: done,
  errors: ['not_found', 'second_factor_required', 'too_many_requests', 'busy'],
});

export const startConfirmation = endpoint({
  method: 'POST',
  path: '/account/second-factor/confirm/options/',
  access: 'signed-in',
  summary: 'Returns the options with which the browser asks for a passkey, to confirm this session.',
  body: nothing,
  reply: requestOptions,
  errors: ['wrong_state'],
});

export const confirmSession = endpoint({
  method: 'POST',
  path: '/account/second-factor/confirm/',
  access: 'signed-in',
  summary:
    "Confirms the caller's identity: for ten minutes this session may make calls that need confirmation. After a code or a passkey, the session also counts as one with a second factor. The password is enough if the caller has no factor, or in such a session.",
  body: z
    .strictObject({
      code: z.optional(code),
      passkey: z.optional(authenticationResponse),
      current_password: z.optional(password),
    })
    .check(
      z.refine((body) => Object.values(body).filter((given) => given !== undefined).length === 1, {
        path: ['code'],
        message: 'Please enter a code or your password, or use a passkey.',
      }),
    ),
  reply: done,
  errors: ['second_factor_required', 'wrong_state', 'too_many_requests', 'busy'],
});

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/token/passkey/options/',
  access: 'anyone',
  summary: 'Returns the options with which the browser asks for a passkey, to sign in.',
  body: nothing,
  reply: requestOptions,
  errors: ['wrong_state'],
});

export const logInByPasskey = endpoint({
  method: 'POST',
  path: '/token/passkey/',
  access: 'anyone',
  summary:
    'Signs in by a passkey, which also counts as the second factor. With the `ticket` of a correct password it is the second step.',
  body: strict({ passkey: authenticationResponse, ticket: z.optional(ticket) }),
  reply: tokens,
  errors: ['invalid_passkey', 'invalid_credentials', 'sign_in_ended', 'too_many_requests'],
});

export const logInByCode = endpoint({
  method: 'POST',
  path: '/token/code/',
  access: 'anyone',
  summary: 'Signs in by a code, as the second step after a correct password, which the `ticket` proves.',
  body: strict({ ticket, code }),
  reply: tokens,
  errors: ['invalid_code', 'invalid_credentials', 'sign_in_ended', 'too_many_requests', 'busy'],
});
