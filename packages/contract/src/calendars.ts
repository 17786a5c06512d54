import * as z from 'zod/mini';
import { sides } from './appointment-rules.ts';
import { endpoint } from './endpoint.ts';
import { done, id, strict } from './fields.ts';

const calendar = ['text/calendar'] as const;
const visit = strict({ appointment_id: id });

export const getVisitCalendar = endpoint({
  method: 'GET',
  path: '/api/appointments/:appointment_id/calendar/',
  access: 'signed-in',
  summary:
    'Serves one visit as a file for calendars (iCalendar), without a word on what it is about; only its patient and its provider get it.',
  params: visit,
  files: calendar,
  reply: z.unknown(),
  errors: ['not_found'],
});

export const getVisitCalendarLink = endpoint({
  method: 'GET',
  path: '/api/appointments/:appointment_id/calendar-link/',
  access: 'signed-in',
  summary: 'Gives a link to the same file for a browser to open; it is good for five minutes.',
  params: visit,
  reply: z.object({ file: z.string() }),
  errors: ['not_found'],
});

export const getVisitCalendarFile = endpoint({
  method: 'GET',
  path: '/files/visits/:appointment_id/',
  access: 'anyone',
  summary: 'Serves a visit for calendars to the holder of such a link; the link is the authority.',
  params: visit,
  query: strict({ token: z.string().check(z.maxLength(500)) }),
  files: calendar,
  refusalPages: [403, 410],
  reply: z.unknown(),
});

export const readCalendar = endpoint({
  method: 'GET',
  path: '/calendars/:token/',
  access: 'anyone',
  summary:
    'Serves the visits of whoever made this private address, for a calendar to subscribe to; the address is the authority.',
  params: strict({ token: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not a calendar address.')) }),
  files: calendar,
  reply: z.unknown(),
  errors: ['not_found'],
});

/** Somebody's private address for calendars: of the visits as patient, or of those as provider. */
const address = z.object({
  side: z.enum(sides),
  /** Whether it names people and places; else it tells times alone. */
  names: z.boolean(),
  /** When it was made, or made anew. */
  made_at: z.string(),
});
export type CalendarAddress = z.output<typeof address>;

const ofSide = strict({ side: z.enum(sides) });

export const listCalendarAddresses = endpoint({
  method: 'GET',
  path: '/api/calendars/',
  access: 'signed-in',
  summary: "Lists the caller's private calendar addresses; what they are is told only when one is made.",
  reply: z.array(address),
});

export const makeCalendarAddress = endpoint({
  method: 'POST',
  path: '/api/calendars/:side/',
  access: 'signed-in',
  summary: 'Makes a private calendar address and tells it this once; one that there was is void from then on.',
  params: ofSide,
  body: strict({ names: z.boolean() }),
  reply: z.object({ ...address.shape, path: z.string() }),
  status: 201,
  errors: ['not_allowed', 'second_factor_required', 'confirmation_required'],
});

export const changeCalendarAddress = endpoint({
  method: 'PUT',
  path: '/api/calendars/:side/',
  access: 'signed-in',
  summary: 'Chooses whether a private calendar address names people and places.',
  params: ofSide,
  body: strict({ names: z.boolean() }),
  reply: address,
  errors: ['not_found'],
});

export const revokeCalendarAddress = endpoint({
  method: 'DELETE',
  path: '/api/calendars/:side/',
  access: 'signed-in',
  summary: 'Makes a private calendar address void.',
  params: ofSide,
  reply: done,
  errors: ['not_found'],
});
