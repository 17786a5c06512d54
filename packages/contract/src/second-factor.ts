import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, nothing, strict, text } from './fields.ts';
import { passkeyNameLength } from './limits.ts';
import { authenticationResponse, creationOptions, registrationResponse, requestOptions } from './passkeys.ts';

// Six digits of the authenticator app, or a recovery code; blanks and hyphens are as people like them.
export const code = text(40);
const password = z.string().check(z.minLength(1, 'This is required.'), z.maxLength(1000, 'This is too long.'));
const passkeyName = text(passkeyNameLength);

/** Stands for a right password; given with the refusal `code_required`. */
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
 * `required`: the caller holds a grant, which is good only in a session with a second factor. `confirmed`: this is such a
 * session. `passkeys_possible`: the site's address is one that a passkey can be bound to.
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
  summary: 'Tells which second factors the caller has set up, and whether one was used in this session.',
  reply: secondFactor,
});

export const startApp = endpoint({
  method: 'POST',
  path: '/account/second-factor/app/',
  access: 'signed-in',
  summary: 'Makes a secret for an authenticator app, which counts once it is confirmed; an earlier one is void.',
  body: nothing,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second_factor_required', 'wrong_state'],
});

export const confirmApp = endpoint({
  method: 'POST',
  path: '/account/second-factor/app/confirm/',
  access: 'signed-in',
  summary: 'Adds the authenticator app by a first code of it; answers ten recovery codes, which are not told again.',
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
  summary: 'Makes ten new recovery codes, which are not told again; earlier ones are void.',
  body: strict({ current_password: password }),
  reply: recoveryCodes,
  errors: ['second_factor_required', 'wrong_state', 'too_many_requests', 'busy'],
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/account/second-factor/passkeys/options/',
  access: 'signed-in',
  summary: 'Begins to add a passkey: what the browser is to be asked for.',
  body: strict({ current_password: password }),
  reply: creationOptions,
  errors: ['second_factor_required', 'wrong_state', 'too_many_requests', 'busy'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/account/second-factor/passkeys/',
  access: 'signed-in',
  summary:
    'Adds the passkey that the browser made; the first factor brings ten recovery codes, which are not told again.',
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
  summary: 'Gives a passkey of the caller another name.',
  params: passkeyParams,
  body: strict({ name: passkeyName }),
  reply: done,
  errors: ['not_found'],
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/account/second-factor/passkeys/:passkey_id/remove/',
  access: 'signed-in',
  summary: 'Removes a passkey of the caller.',
  params: passkeyParams,
  body: strict({ current_password: password }),
  reply: done,
  errors: ['not_found', 'second_factor_required', 'too_many_requests', 'busy'],
});

export const startConfirmation = endpoint({
  method: 'POST',
  path: '/account/second-factor/confirm/options/',
  access: 'signed-in',
  summary: 'Begins to confirm this session by a passkey: what the browser is to be asked for.',
  body: nothing,
  reply: requestOptions,
  errors: ['wrong_state'],
});

export const confirmSession = endpoint({
  method: 'POST',
  path: '/account/second-factor/confirm/',
  access: 'signed-in',
  summary:
    'Confirms that it is the caller: for ten minutes this session may do what asks for that. By a code or a passkey, from then on it counts as one with a second factor; the password is enough where there is none, or in such a session.',
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
  summary: 'Begins a login by passkey: what the browser is to be asked for.',
  body: nothing,
  reply: requestOptions,
  errors: ['wrong_state'],
});

export const logInByPasskey = endpoint({
  method: 'POST',
  path: '/token/passkey/',
  access: 'anyone',
  summary:
    'Opens a session by a passkey, which counts as the second factor too; with the `ticket` of a right password, as the second step after it.',
  body: strict({ passkey: authenticationResponse, ticket: z.optional(ticket) }),
  reply: tokens,
  errors: ['invalid_passkey', 'invalid_credentials', 'sign_in_ended', 'too_many_requests'],
});

export const logInByCode = endpoint({
  method: 'POST',
  path: '/token/code/',
  access: 'anyone',
  summary: 'Opens a session by a code, as the second step after a right password, for which the `ticket` stands.',
  body: strict({ ticket, code }),
  reply: tokens,
  errors: ['invalid_code', 'invalid_credentials', 'sign_in_ended', 'too_many_requests', 'busy'],
});
