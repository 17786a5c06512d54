import * as z from 'zod/mini';
import { secret } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { goneThings, keptThings } from './erasure-rules.ts';
import { strict, text } from './fields.ts';

/**
 * What happens to an account's data: what is deleted at once, and what is kept, until when. Kinds, counts and dates, no
 * names.
 */
const plan = {
  gone: z.array(z.object({ what: z.enum(goneThings), count: z.int() })),
  /** Future visits and requests, which are cancelled. The other side is notified. */
  cancelled: z.int(),
  kept: z.array(
    z.object({
      what: z.enum(keptThings),
      count: z.nullable(z.int()),
      /** ISO 8601; null if there is no date. */
      until: z.nullable(z.string()),
    }),
  ),
  /** Whether the receipt is sent by email: if there is a confirmed address. */
  letter: z.boolean(),
};
const erasurePlan = z.object(plan);
export type ErasurePlan = z.output<typeof erasurePlan>;

const receipt = z.object({
  number: z.string(),
  requested_at: z.string(),
  /** When everything that is deleted at once was gone; null until then. */
  done_at: z.nullable(z.string()),
  /** When the kept care had been deleted too. */
  ended_at: z.nullable(z.string()),
  ...plan,
});
export type ErasureReceipt = z.output<typeof receipt>;

export const previewErasure = endpoint({
  method: 'GET',
  path: '/account/erasure/',
  access: 'signed-in',
  summary: "Returns what erasing the caller's account would delete at once, and what would be kept, until when.",
  reply: erasurePlan,
});

export const eraseAccount = endpoint({
  method: 'POST',
  path: '/account/erasure/',
  access: 'signed-in',
  summary:
    "Erases the caller's account for good. `username` confirms it. From then on the receipt can be read by its number.",
  body: strict({ current_password: secret, username: text(150) }),
  reply: receipt,
  errors: ['second_factor_required', 'last_administrator', 'too_many_requests', 'busy'],
});

export const getReceipt = endpoint({
  method: 'GET',
  path: '/receipts/:number/',
  access: 'anyone',
  summary: 'Returns the receipt of an erasure by its number, which only the erased person was given.',
  params: strict({ number: text(40) }),
  reply: receipt,
  errors: ['not_found'],
});
