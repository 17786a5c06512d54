import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, strict, text, wholeNumber } from './fields.ts';
import { day } from './schedules.ts';

/** How many waiting lists a patient can be on at once. */
export const waitingListsAtMost = 5;

/** An entry on a waiting list, and its state. */
const wait = z.object({
  provider: z.object({ user: z.int(), name: z.string() }),
  problem: z.string(),
  /** ISO weekdays that suit (1 is Monday), and the range of dates, in the provider's time zone. */
  weekdays: z.array(z.int()),
  from_day: z.nullable(z.string()),
  to_day: z.nullable(z.string()),
  joined_at: z.string(),
  /** Whether the provider currently offers freed times. */
  open: z.boolean(),
  /** The appointment with which a time is offered now. */
  offer_id: z.nullable(z.int()),
});
export type Wait = z.output<typeof wait>;

const ofProvider = strict({ provider_id: id });

export const listWaits = endpoint({
  method: 'GET',
  path: '/api/waiting/',
  access: 'signed-in',
  summary: 'Lists the waiting lists that the caller is on as patient, first joined first.',
  reply: z.array(wait),
});

export const getWait = endpoint({
  method: 'GET',
  path: '/api/waiting/:provider_id/',
  access: 'signed-in',
  summary: "Returns whether a provider's waiting list is open, and whether the caller is on it.",
  params: ofProvider,
  reply: z.object({ open: z.boolean(), wait: z.nullable(wait) }),
  errors: ['not_found'],
});

export const joinWaiting = endpoint({
  method: 'POST',
  path: '/api/waiting/:provider_id/',
  access: 'signed-in',
  summary:
    "Adds the caller to a provider's waiting list. A freed time is offered to one person after another, and is confirmed when somebody accepts it.",
  params: ofProvider,
  body: strict({
    problem: text(2000),
    weekdays: z.optional(
      z.array(wholeNumber(1, 7)).check(
        z.minLength(1, 'Please choose at least one day.'),
        z.refine((all) => new Set(all).size === all.length, 'A weekday comes twice.'),
      ),
    ),
    from_day: z.nullish(day),
    to_day: z.nullish(day),
  }),
  reply: wait,
  status: 201,
  errors: ['consent_required', 'profile_required', 'not_found', 'wrong_state'],
});

export const leaveWaiting = endpoint({
  method: 'DELETE',
  path: '/api/waiting/:provider_id/',
  access: 'signed-in',
  summary: "Removes the caller from a provider's waiting list.",
  params: ofProvider,
  reply: done,
  errors: ['not_found'],
});

const list = z.object({ open: z.boolean(), waiting: z.int() });

export const getWaitingList = endpoint({
  method: 'GET',
  path: '/api/waiting-list/',
  access: 'signed-in',
  summary: 'Returns how many people wait for the caller as provider, and whether the list is open.',
  reply: list,
  errors: ['not_allowed'],
});

export const switchWaitingList = endpoint({
  method: 'PUT',
  path: '/api/waiting-list/',
  access: 'signed-in',
  summary:
    "Opens or closes the caller's waiting list as provider. While it is closed nobody can join, and nothing is offered.",
  body: strict({ open: z.boolean() }),
  reply: list,
  errors: ['not_allowed'],
});
