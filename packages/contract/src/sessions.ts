import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nothing, page, done, strict } from './fields.ts';

/**
 * One session of the caller. `device` is the browser's own name at sign-in, such as "Chrome on Android"; empty if
 * unknown.
 */
const session = z.object({
  id: z.string(),
  device: z.string(),
  opened_at: z.string(),
  used_at: z.string(),
  current: z.boolean(),
});
export type OwnSession = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/account/sessions/',
  access: 'signed-in',
  summary: "Lists the caller's sessions, last used first. A session in use is refreshed every few minutes.",
  query: strict(page),
  reply: z.array(session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/account/sessions/:session_id/',
  access: 'signed-in',
  summary: 'Ends one session of the caller. The calling session must have been confirmed within ten minutes.',
  params: strict({ session_id: z.string() }),
  reply: done,
  errors: ['not_found', 'second_factor_required', 'confirmation_required'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/account/sign-out-elsewhere/',
  access: 'signed-in',
  summary:
    'Ends all other sessions of the caller, and links to shared reports and calendar addresses. The session must have been confirmed within ten minutes.',
  body: nothing,
  reply: z.object({ ended: z.int() }),
  errors: ['second_factor_required', 'confirmation_required'],
});

export const getDraftKey = endpoint({
  method: 'GET',
  path: '/account/draft-key/',
  access: 'signed-in',
  summary:
    "Returns the key, 256 bits in base64url, with which the caller's browser encrypts unsent text. It stays the same for the life of the account.",
  reply: z.object({ key: z.string() }),
});
