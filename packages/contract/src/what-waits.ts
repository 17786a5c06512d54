import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const count = z.int();

export const getWhatWaits = endpoint({
  method: 'GET',
  path: '/api/what-waits/',
  access: 'signed-in',
  summary:
    'Returns how much waits for the caller: unread chat messages (at most 100), and by the grants that the caller holds, reports for moderators, claims for verifiers, and failed emails for administrators. What is none of the caller’s is null.',
  reply: z.object({
    unread_messages: count,
    reports: z.nullable(count),
    claims: z.nullable(count),
    failed_emails: z.nullable(count),
  }),
});
