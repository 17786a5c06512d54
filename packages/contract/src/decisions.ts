import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, messageId, page, strict, text } from './fields.ts';
import { appealLength, appealOutcomes, kinds, reasonLength, reportReasons, reportStates } from './moderation-rules.ts';

/** The result of a report that the caller made. The address of the item is set while everybody may read it. */
const reported = z.object({
  kind: z.enum(kinds),
  reason: z.enum(reportReasons),
  note: z.nullable(z.string()),
  created_at: z.string(),
  state: z.enum(reportStates),
  decided_at: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type Reported = z.output<typeof reported>;

/** An author's appeal. `outcome` is null while it waits. */
const ownAppeal = z.object({
  text: z.string(),
  created_at: z.string(),
  outcome: z.nullable(z.enum(appealOutcomes)),
  answer: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
});

/** The last decision about something that the caller wrote. */
const written = z.object({
  kind: z.enum(kinds),
  id: z.int(),
  excerpt: z.string(),
  address: z.string(),
  decision: z.enum(['hide', 'show']),
  reason: z.nullable(z.string()),
  decided_at: z.string(),
  may_appeal: z.boolean(),
  appeal: z.nullable(ownAppeal),
});
export type Written = z.output<typeof written>;

const person = z.object({ id: z.int(), username: z.string() });

/**
 * An appeal as moderators see it. `own`: the reader hid the item, so another moderator decides. `alone`: there is no
 * other moderator.
 */
const appeal = z.object({
  ...ownAppeal.shape,
  id: z.int(),
  kind: z.enum(kinds),
  author: person,
  excerpt: z.string(),
  address: z.string(),
  hidden_by: person,
  hidden_reason: z.string(),
  hidden_at: z.string(),
  own: z.boolean(),
  alone: z.boolean(),
});
export type Appeal = z.output<typeof appeal>;

export const listReported = endpoint({
  method: 'GET',
  path: '/apis/decisions/reported/',
  access: 'signed-in',
  summary: 'Lists what the caller reported and the decisions about it, newest first.',
  query: strict(page),
  reply: z.array(reported),
});

export const listWritten = endpoint({
  method: 'GET',
  path: '/apis/decisions/written/',
  access: 'signed-in',
  summary: "Lists moderators' decisions about what the caller wrote, most recent decision first.",
  query: strict(page),
  reply: z.array(written),
});

export const createAppeal = endpoint({
  method: 'POST',
  path: '/apis/appeals/create/',
  access: 'signed-in',
  summary: 'Appeals against the hiding of something that the caller wrote. One appeal per hiding.',
  body: strict({ kind: z.enum(kinds), id: messageId, text: text(appealLength) }),
  reply: done,
  status: 201,
  errors: ['not_found', 'wrong_state'],
});

export const listAppeals = endpoint({
  method: 'GET',
  path: '/apis/appeals/',
  access: { grant: 'moderator' },
  summary: 'Lists appeals that wait for a decision, oldest first. With `state=decided`, decided ones, newest first.',
  query: strict({ ...page, state: z._default(z.enum(['waiting', 'decided']), 'waiting') }),
  reply: z.array(appeal),
});

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/apis/appeals/:appeal_id/decide/',
  access: { grant: 'moderator' },
  summary:
    'Decides an appeal, finally, with an answer that the author reads. The moderator who hid the item can decide only if there is no other moderator, and confirms that with `own_decision`.',
  params: strict({ appeal_id: id }),
  body: strict({
    outcome: z.enum(['upheld', 'lifted']),
    answer: text(reasonLength),
    own_decision: z.optional(z.boolean()),
  }),
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});
