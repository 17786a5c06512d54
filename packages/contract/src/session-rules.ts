import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const getSessionRules = endpoint({
  method: 'GET',
  path: '/account/session-rules/',
  access: 'signed-in',
  summary:
    "Returns after how many minutes without activity the caller is signed out (null: never), and until when a provider's session can open other people's reports without a second factor (null: it has one, or needs none).",
  reply: z.object({
    sign_out_after_minutes: z.nullable(z.int()),
    second_factor: z.nullable(z.object({ until: z.string(), overdue: z.boolean() })),
  }),
});
