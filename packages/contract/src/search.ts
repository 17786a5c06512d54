import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { strict, wholeNumber } from './fields.ts';

/** The results of one search, by kind: names in full, questions by their beginning. */
const found = z.object({
  providers: z.array(
    z.object({ user: z.int(), name: z.string(), speciality: z.array(z.string()), city: z.nullable(z.string()) }),
  ),
  specialities: z.array(z.object({ id: z.int(), name: z.string() })),
  articles: z.array(z.object({ id: z.int(), title: z.string(), author: z.string() })),
  questions: z.array(z.object({ id: z.int(), problem: z.string(), comment_count: z.int() })),
});
export type Found = z.output<typeof found>;

export const search = endpoint({
  method: 'GET',
  path: '/search/',
  access: 'anyone',
  summary:
    'Searches public providers, specialities, articles and questions, and tolerates typing errors. Returns the best or newest `limit` of each.',
  query: strict({
    q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Please use at most 100 characters.'))),
    limit: z._default(wholeNumber(1, 20), 5),
  }),
  reply: found,
});

const urgent = z.nullable(z.enum(['emergency', 'crisis']));
/** Whether a search is urgent; null for all others. */
export type Urgent = z.output<typeof urgent>;

export const searchUrgency = endpoint({
  method: 'GET',
  path: '/search/urgency/',
  access: 'anyone',
  summary:
    'Says whether the words of a search are about an emergency or about ending one’s life: then the emergency number or the crisis line is shown first. Nothing is stored.',
  query: strict({ q: z.string().check(z.trim(), z.maxLength(100, 'Please use at most 100 characters.')) }),
  reply: z.object({ urgent }),
});
