import * as z from 'zod/mini';
import { endpoint, grants, roles } from './endpoint.ts';
import { done, strict, text } from './fields.ts';
import { passwordLength } from './limits.ts';
import { isPlainUsername, personName } from './names.ts';
import { code } from './second-factor.ts';

// Composed and decomposed spellings of a name count as the same name. No @: people sign in by their email address too.
const username = text(150).check(
  z.normalize('NFC'),
  z.regex(/^[\p{L}\p{M}\p{N}.+_-]+$/u, 'Please use letters, digits and . + - _ only, without spaces.'),
  z.refine(
    isPlainUsername,
    'Please use letters of one script only, without letters that cannot be seen or are another way to write one.',
  ),
);
/** An email address as a person types it. */
export const email = text(254).check(z.email('Please enter an email address like name@example.org.'));
// A password is taken as it is: not trimmed, not normalised. Its length is counted in characters, an emoji as one.
export const newPassword = z.string().check(
  z.refine((value) => [...value].length >= passwordLength.min, `Please use at least ${passwordLength.min} characters.`),
  z.refine((value) => [...value].length <= passwordLength.max, `Please use at most ${passwordLength.max} characters.`),
);
/** An existing password or token, of any form. */
export const secret = z.string().check(z.minLength(1, 'This is required.'), z.maxLength(1000, 'This is too long.'));
/** Whether links to shared reports and private calendar addresses end with the old password. */
export const endLinks = z._default(z.boolean(), true);
const phone = text(32).check(z.regex(/^\+?[\d\s().-]{5,31}$/, 'Please enter a phone number, such as +91 98765 43210.'));
const aboutText = text(2000);

/** The fields that both profiles have. */
export const profileFields = { name: personName, about: aboutText, phone };

const tokens = z.object({ access: z.string(), refresh: z.string() });

export const register = endpoint({
  method: 'POST',
  path: '/register/user/',
  access: 'anyone',
  summary: 'Creates an account.',
  body: strict({ username, email, password: newPassword }),
  reply: z.object({ id: z.int(), username: z.string(), message: z.string() }),
  status: 201,
  errors: ['username_taken', 'too_many_requests', 'busy'],
});

export const logIn = endpoint({
  method: 'POST',
  path: '/token/',
  access: 'anyone',
  summary:
    'Signs in by `username`, which is the username or the confirmed email address: returns an access token, valid for 5 minutes, and a refresh token. If the account has a second factor, a correct password without `code` gets the error `code_required` with a `ticket` for the second step (`POST /token/code/` or `POST /token/passkey/`). A ticket is valid for five minutes, for one use, and only in the browser that got it: the same `User-Agent` and, if one was sent, the same `X-Browser`.',
  body: strict({ username: text(1000).check(z.normalize('NFC')), password: secret, code: z.optional(code) }),
  reply: tokens,
  errors: ['invalid_credentials', 'code_required', 'invalid_code', 'too_many_requests', 'busy'],
});

export const refreshSession = endpoint({
  method: 'POST',
  path: '/token/refresh/',
  access: 'anyone',
  summary:
    'Exchanges a refresh token for a new pair of tokens. A refresh token works once; if it is repeated within ten seconds, it returns the same pair. `active` is the number of seconds since the person last pressed a key or moved the pointer: after too long without activity the session ends.',
  body: strict({ refresh: secret, active: z.optional(z.int().check(z.minimum(0), z.maximum(31_536_000))) }),
  reply: tokens,
  errors: ['session_ended'],
});

export const logOut = endpoint({
  method: 'POST',
  path: '/logout/',
  access: 'anyone',
  summary: 'Signs out: ends the session of the refresh token. An unknown token gets the same response.',
  body: strict({ refresh_token: z.string() }),
  reply: done,
});

export const checkRole = endpoint({
  method: 'GET',
  path: '/check/',
  access: 'signed-in',
  summary:
    "Returns the caller's role and the grants that the caller holds. Also stores the language of the request, in which the caller gets emails.",
  reply: z.object({ role: z.enum(roles), grants: z.array(z.enum(grants)) }),
});

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/current-user/',
  access: 'signed-in',
  summary: 'Returns who the caller is.',
  reply: z.object({ user_id: z.int(), username: z.string(), email: z.string() }),
});

export const getBasicProfile = endpoint({
  method: 'GET',
  path: '/register/user/basic/',
  access: 'signed-in',
  summary: "Returns the caller's basic profile. Its fields are null until it is first saved.",
  reply: z.object({ name: z.nullable(z.string()), about: z.nullable(z.string()), phone: z.nullable(z.string()) }),
});

export const saveBasicProfile = endpoint({
  method: 'POST',
  path: '/register/user/basic/',
  access: 'signed-in',
  summary: "Saves the caller's basic profile. An account without a role becomes a patient.",
  body: strict(profileFields),
  reply: z.object({ name: z.string(), about: z.string(), phone: z.string(), role: z.enum(roles) }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/account/password/',
  access: 'signed-in',
  summary:
    "Changes the caller's password and ends every other session. Links to shared reports and calendar addresses end as well, unless `end_links` is false.",
  body: strict({ current_password: secret, new_password: newPassword, end_links: endLinks }),
  reply: done,
  errors: ['second_factor_required', 'too_many_requests', 'busy'],
});
