import * as z from 'zod/mini';
import { accountEvents } from './account-event-rules.ts';
import { endpoint } from './endpoint.ts';
import { id, page, strict, text } from './fields.ts';

/**
 * One event of an account. `device` is the browser's own name, such as "Chrome on Android", or empty if unknown.
 * `network` is the address without its last part, such as `203.0.113.0/24`. `is_new` marks a sign-in from a device or
 * network that the person had not used before.
 */
const event = {
  id: z.int(),
  at: z.string(),
  kind: z.enum(accountEvents),
  device: z.string(),
  network: z.string(),
  is_new: z.boolean(),
};
const ownEvent = z.object(event);
export type OwnAccountEvent = z.output<typeof ownEvent>;

export const listOwnEvents = endpoint({
  method: 'GET',
  path: '/account/events/',
  access: 'signed-in',
  summary:
    "Lists recent activity on the caller's account, newest first: sign-ins, failed attempts, changed credentials.",
  query: strict(page),
  reply: z.array(ownEvent),
});

const administrator = { grant: 'administrator' } as const;
const username = z.optional(text(150, 0));
const moment = z.iso.datetime({ offset: true, error: 'Please enter a date and a time with an offset.' });
const user = z.object({ id: z.int(), username: z.string() });

/**
 * `person` is null if nobody has the given name. `name` groups attempts with the same name, and is not the name itself.
 * `tries` counts attempts that were refused at once, per network and hour.
 */
const accountEvent = z.object({ ...event, person: z.nullable(user), name: z.nullable(z.string()), tries: z.int() });
export type FoundAccountEvent = z.output<typeof accountEvent>;

export const searchAccountEvents = endpoint({
  method: 'GET',
  path: '/api/admin/account-events/',
  access: administrator,
  summary:
    'Searches account activity, newest first: of one person, of one kind, or from one network. Each search is recorded in the audit.',
  query: strict({
    ...page,
    username,
    kind: z.optional(z.enum(accountEvents)),
    network: z.optional(text(50, 0)),
    from: z.optional(moment),
    until: z.optional(moment),
  }),
  reply: z.array(accountEvent),
});

/** Somebody other than the patient read a visit or, if `appointment_id` is null, a list of visits. */
const visitRead = z.object({
  id: z.int(),
  at: z.string(),
  reader: z.nullable(user),
  appointment_id: z.nullable(z.int()),
});
export type VisitRead = z.output<typeof visitRead>;

export const searchVisitReads = endpoint({
  method: 'GET',
  path: '/api/admin/visit-reads/',
  access: administrator,
  summary:
    'Lists who other than the patient read a visit, newest first: by one person, or of one visit. Each search is recorded in the audit.',
  query: strict({ ...page, username, appointment: z.optional(id) }),
  reply: z.array(visitRead),
});
