import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nothing, page, done, strict } from './fields.ts';

/** One login of the caller. `device` is what its browser called itself then, such as "Chrome on Android"; empty if unknown. */
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
  summary: 'Lists where the caller is signed in, last used first; a session in use is renewed every few minutes.',
  query: strict(page),
  reply: z.array(session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/account/sessions/:session_id/',
  access: 'signed-in',
  summary: 'Ends one session of the caller, whose own has been confirmed within ten minutes.',
  params: strict({ session_id: z.string() }),
  reply: done,
  errors: ['not_found', 'second_factor_required', 'confirmation_required'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/account/sign-out-elsewhere/',
  access: 'signed-in',
  summary:
    "Ends all of the caller's sessions but the one that asks, which has been confirmed within ten minutes, and with them links to shared reports and calendar addresses.",
  body: nothing,
  reply: z.object({ ended: z.int() }),
  errors: ['second_factor_required', 'confirmation_required'],
});

export const getDraftKey = endpoint({
  method: 'GET',
  path: '/account/draft-key/',
  access: 'signed-in',
  summary:
    "Gives the key, 256 bits in base64url, by which the caller's browser encrypts what was written and not sent; it stays the same as long as the account is there.",
  reply: z.object({ key: z.string() }),
});
