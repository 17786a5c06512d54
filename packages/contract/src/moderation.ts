import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, messageId, page, strict, text } from './fields.ts';
import { kinds, reasonLength, reportReasons } from './moderation-rules.ts';

const item = { kind: z.enum(kinds), id: messageId };

/**
 * An item that waits for a moderator, or that one has hidden. `excerpt` is its text when it was last reported or
 * hidden. `address` is the page that shows it. A reason counts once for each person who gave it.
 */
const moderated = z.object({
  kind: z.enum(kinds),
  id: z.int(),
  author: z.object({ id: z.int(), username: z.string() }),
  excerpt: z.string(),
  address: z.string(),
  report_count: z.int(),
  reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  notes: z.array(z.string()),
  reported_at: z.nullable(z.string()),
  hidden_at: z.nullable(z.string()),
  hidden_reason: z.nullable(z.string()),
});
export type Moderated = z.output<typeof moderated>;

export const createReport = endpoint({
  method: 'POST',
  path: '/apis/reports/create/',
  access: 'signed-in',
  summary: 'Reports an article, a question, an answer or a message to the moderators. A repeated report counts once.',
  body: strict({ ...item, reason: z.enum(reportReasons), note: z.optional(text(reasonLength, 0)) }),
  reply: done,
  status: 201,
  errors: ['not_found', 'not_allowed', 'too_many_requests'],
});

export const listModerated = endpoint({
  method: 'GET',
  path: '/apis/moderation/',
  access: { grant: 'moderator' },
  summary: 'Lists reported items that wait for a decision, last reported first. With `state=hidden`, hidden items.',
  query: strict({ ...page, state: z._default(z.enum(['waiting', 'hidden']), 'waiting') }),
  reply: z.array(moderated),
});

export const hideItem = endpoint({
  method: 'POST',
  path: '/apis/moderation/hide/',
  access: { grant: 'moderator' },
  summary: 'Hides an item from everybody but its author and the moderators, with a reason that the author reads.',
  body: strict({ ...item, reason: text(reasonLength) }),
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

export const showItem = endpoint({
  method: 'POST',
  path: '/apis/moderation/show/',
  access: { grant: 'moderator' },
  summary: 'Dismisses the reports about an item, or shows a hidden item again.',
  body: strict(item),
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});
