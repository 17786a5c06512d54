import * as z from 'zod/mini';
import { appointment } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import { done, id, optionalText, strict, wholeNumber } from './fields.ts';
import { minutesOf, scheduleBounds } from './schedule-rules.ts';
import { publicVisitKind } from './visit-kinds.ts';

/** An existing date, as `2026-11-24`. */
export const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Please enter a day, such as 2026-11-24.'),
  z.refine((text) => isDay(text), 'There is no such day.'),
);
const isDay = (text: string) => {
  // PostgreSQL has no year 0.
  if (text.startsWith('0000')) return false;
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

const timeOfDay = z
  .string()
  .check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Please enter a time of day, such as 09:30.'));
const hours = z.array(strict({ from: timeOfDay, to: timeOfDay })).check(
  z.maxLength(12, 'Please enter at most 12 times for one day.'),
  z.refine((all) => all.every(({ from, to }) => from < to), 'The end must be after the beginning.'),
  z.refine((all) => {
    const inOrder = all.toSorted((one, other) => minutesOf(one.from) - minutesOf(other.from));
    return inOrder.every(({ from }, at) => at === 0 || from >= (inOrder[at - 1] as { to: string }).to);
  }, 'These hours overlap.'),
);

const bounded = (name: keyof typeof scheduleBounds) => wholeNumber(scheduleBounds[name][0], scheduleBounds[name][1]);
const settings = {
  visit_minutes: bounded('visit_minutes'),
  buffer_before: bounded('buffer_before'),
  buffer_after: bounded('buffer_after'),
  notice_minutes: bounded('notice_minutes'),
  horizon_days: bounded('horizon_days'),
  answer_hours: bounded('answer_hours'),
  cancel_minutes: bounded('cancel_minutes'),
  move_minutes: bounded('move_minutes'),
  offer_minutes: bounded('offer_minutes'),
};

/**
 * A provider's hours: by ISO weekday (1 is Monday), and for single dates, which override the weekday. Empty means
 * closed.
 */
const schedule = strict({
  ...settings,
  weekly: z
    .array(strict({ weekday: wholeNumber(1, 7), hours }))
    .check(z.refine((all) => new Set(all.map(({ weekday }) => weekday)).size === all.length, 'A weekday comes twice.')),
  dated: z.array(strict({ day, hours })).check(
    z.maxLength(400, 'Please enter at most 400 days.'),
    z.refine((all) => new Set(all.map((one) => one.day)).size === all.length, 'A day comes twice.'),
  ),
}).check(
  z.refine(({ notice_minutes, horizon_days }) => notice_minutes < horizon_days * 1440, {
    message: 'With this much notice, no time within your limit can be requested.',
    path: ['notice_minutes'],
  }),
);
export type Schedule = z.output<typeof schedule>;

export const getSchedule = endpoint({
  method: 'GET',
  path: '/api/schedule/',
  access: 'signed-in',
  summary: "Returns the caller's hours and booking rules as provider, in the provider's time zone.",
  reply: z.object({ ...schedule.shape, time_zone: z.string() }),
  errors: ['not_allowed'],
});

export const saveSchedule = endpoint({
  method: 'PUT',
  path: '/api/schedule/',
  access: 'signed-in',
  summary: "Saves the caller's hours and booking rules as provider. Existing bookings stay.",
  body: schedule,
  reply: z.object({ ...schedule.shape, time_zone: z.string() }),
  errors: ['not_allowed'],
});

const leave = z.object({ id: z.int(), from: z.string(), to: z.string(), reason: z.nullable(z.string()) });
export type Leave = z.output<typeof leave>;

// Local time in the provider's time zone.
const localTime = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Please enter a date and a time, such as 2026-11-24T10:30.'));
const away = { from: localTime, to: localTime };

export const listLeaves = endpoint({
  method: 'GET',
  path: '/api/leaves/',
  access: 'signed-in',
  summary: "Lists the caller's current and future leaves as provider, soonest first.",
  reply: z.array(leave),
  errors: ['not_allowed'],
});

export const listVisitsInLeave = endpoint({
  method: 'GET',
  path: '/api/leaves/visits/',
  access: 'signed-in',
  summary: "Lists the caller's visits as provider that a leave would affect, soonest first.",
  query: strict(away),
  reply: z.array(appointment),
  errors: ['not_allowed'],
});

export const takeLeave = endpoint({
  method: 'POST',
  path: '/api/leaves/',
  access: 'signed-in',
  summary:
    'Takes a leave. Visits in it are cancelled and requests declined, with its reason. Their patients are notified and offered other times.',
  body: strict({ ...away, reason: optionalText(500) }),
  reply: z.object({ ...leave.shape, cancelled: z.int() }),
  status: 201,
  errors: ['not_allowed'],
});

export const endLeave = endpoint({
  method: 'DELETE',
  path: '/api/leaves/:leave_id/',
  access: 'signed-in',
  summary: 'Cancels a leave: its times can be requested again.',
  params: strict({ leave_id: id }),
  reply: done,
  errors: ['not_found'],
});

const slot = z.object({ start: z.string(), end: z.string() });
export type Slot = z.output<typeof slot>;

export const listSlots = endpoint({
  method: 'GET',
  path: '/api/slots/:provider_id/',
  access: 'anyone',
  summary:
    "Lists the times that can be requested for a kind of visit (by default the first), soonest first, from day `from` to day `to` (at most 42 days) in the provider's time zone, as ISO 8601 with its offset. Empty if the provider publishes no hours.",
  params: strict({ provider_id: id }),
  query: strict({ from: day, to: day, kind: z.optional(id) }),
  reply: z.array(slot),
});

/** How much of a provider's calendar one call returns: a day, or its week from Monday on. */
export const daySpans = ['day', 'week'] as const;

/** A day, from its first instant to that of the next one: 23 or 25 hours long if the clocks change on it. */
const providerDay = z.object({
  day: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  /** When patients can be seen according to the current schedule, and when the provider is on leave. */
  hours: z.array(slot),
  leaves: z.array(slot),
});

const providerDays = z.object({
  time_zone: z.string(),
  today: z.string(),
  /** Without published hours, any time can be requested. */
  publishes_hours: z.boolean(),
  days: z.array(providerDay),
  visits: z.array(appointment),
});
export type ProviderDays = z.output<typeof providerDays>;

export const getProviderDays = endpoint({
  method: 'GET',
  path: '/api/provider-days/',
  access: 'signed-in',
  summary:
    "Returns a day of the caller as provider, or the week around it: hours, leaves, and the visits that take time in it, soonest first. Without `day`, today in the provider's time zone.",
  query: strict({ day: z.optional(day), span: z._default(z.enum(daySpans), 'day') }),
  reply: providerDays,
  errors: ['not_allowed'],
});

// Ids in a URL, such as 4,8,15.
const ids = z
  .pipe(
    z.string().check(z.regex(/^\d{1,10}(,\d{1,10}){0,199}$/, 'Please use at most 200 ids, such as 4,8,15.')),
    z.transform((text: string) => [...new Set(text.split(',').map(Number))]),
  )
  .check(z.refine((all) => all.every((one) => one >= 1 && one <= 2_147_483_647), 'Please use valid ids.'));

export const listNextTimes = endpoint({
  method: 'GET',
  path: '/api/next-times/',
  access: 'anyone',
  summary:
    'Returns the next free time of each listed provider in `providers` (ids separated by commas): null if hours are published and nothing is free. Providers without published hours are left out.',
  query: strict({ providers: ids }),
  reply: z.array(z.object({ user: z.int(), next: z.nullable(z.string()) })),
});

/** What a patient should know before requesting a time. */
const terms = z.object({
  publishes_hours: z.boolean(),
  visit_minutes: z.int(),
  horizon_days: z.int(),
  answer_hours: z.int(),
  cancel_minutes: z.int(),
  move_minutes: z.int(),
  offer_minutes: z.int(),
  /** The number of minutes within which half of the requests of the last 90 days were answered; null with fewer than ten. */
  usual_answer_minutes: z.nullable(z.int()),
  /** The kinds of visit that patients can book, in the provider's order. The first is the default. */
  kinds: z.array(publicVisitKind),
});
export type BookingTerms = z.output<typeof terms>;

export const getBookingTerms = endpoint({
  method: 'GET',
  path: '/api/booking-terms/:provider_id/',
  access: 'anyone',
  summary:
    'Returns the booking rules of a listed provider: duration, how far ahead, cut-offs, and how soon requests are usually answered.',
  params: strict({ provider_id: id }),
  reply: terms,
  errors: ['not_found'],
});
