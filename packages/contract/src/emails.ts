import * as z from 'zod/mini';
import { email, endLinks, newPassword, secret } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { done, id, nothing, strict } from './fields.ts';

export const getOwnEmail = endpoint({
  method: 'GET',
  path: '/account/email/',
  access: 'signed-in',
  summary:
    "Returns the caller's email address, whether it is confirmed, and a new address that waits for confirmation.",
  reply: z.object({ email: z.string(), verified: z.boolean(), change_to: z.nullable(z.string()) }),
});

export const sendVerification = endpoint({
  method: 'POST',
  path: '/account/email/verification/',
  access: 'signed-in',
  summary: "Sends the confirmation email for the caller's address again. Earlier links stop working.",
  body: nothing,
  reply: done,
  errors: ['wrong_state', 'too_many_requests'],
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/account/email/',
  access: 'signed-in',
  summary: 'Sends a confirmation email to a new address, which replaces the current one when it is confirmed.',
  body: strict({ current_password: secret, email }),
  reply: done,
  errors: ['second_factor_required', 'too_many_requests', 'busy'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/verify-email/',
  access: 'anyone',
  summary:
    "Confirms an email address by the token of the link that was sent to it. A token works once. When an account's first address is confirmed, second factors from before are removed.",
  body: strict({ token: secret }),
  reply: z.object({ email: z.string(), factors_removed: z.boolean() }),
  errors: ['link_ended', 'email_taken'],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password/',
  access: 'anyone',
  summary:
    'Sends a link for a new password, if the address is confirmed for an account. Every address gets the same response.',
  body: strict({ email }),
  reply: done,
  errors: ['too_many_requests'],
});

/** A passkey of the account, as the page for a new password offers to remove it. */
const openingPasskey = z.object({ id: z.int(), name: z.string(), added_at: z.string() });
export type OpeningPasskey = z.output<typeof openingPasskey>;

export const listResetPasskeys = endpoint({
  method: 'POST',
  path: '/reset-password/passkeys/',
  access: 'anyone',
  summary:
    'Lists the passkeys of the account of a password-reset link, and whether the link can remove them. It cannot for people who hold a grant.',
  body: strict({ token: secret }),
  reply: z.object({ passkeys: z.array(openingPasskey), removable: z.boolean() }),
  errors: ['link_ended'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password/',
  access: 'anyone',
  summary:
    'Sets a new password by the token of a link, which works once and for 15 minutes. Ends all sessions and opens none. Ends links to shared reports and calendar addresses unless `end_links` is false, and removes the passkeys that are named.',
  body: strict({
    token: secret,
    new_password: newPassword,
    end_links: endLinks,
    remove_passkeys: z._default(z.array(id).check(z.maxLength(100, 'This is too long.')), []),
  }),
  reply: done,
  errors: ['link_ended', 'wrong_state', 'busy'],
});
