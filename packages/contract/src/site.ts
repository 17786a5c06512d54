import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const getSite = endpoint({
  method: 'GET',
  path: '/site/',
  access: 'anyone',
  summary:
    'What the operator has set for everybody to see: contact details, emergency number, and whether this is a demo.',
  reply: z.object({
    demo: z.boolean(),
    contact_phone: z.string(),
    contact_email: z.string(),
    contact_address: z.string(),
    emergency_number: z.string(),
    default_time_zone: z.string(),
  }),
});
export type Site = z.output<typeof getSite.reply>;
