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
  summary: 'Returns one visit as a calendar file (iCalendar) without its reason, to its patient and its provider only.',
  params: visit,
  files: calendar,
  reply: z.unknown(),
  errors: ['not_found'],
});

export const getVisitCalendarLink = endpoint({
  method: 'GET',
  path: '/api/appointments/:appointment_id/calendar-link/',
  access: 'signed-in',
  summary: 'Returns a link to the same file for a browser to open, valid for five minutes.',
  params: visit,
  reply: z.object({ file: z.string() }),
  errors: ['not_found'],
});

export const getVisitCalendarFile = endpoint({
  method: 'GET',
  path: '/files/visits/:appointment_id/',
  access: 'anyone',
  summary: 'Returns a visit as a calendar file to whoever has such a link. The link itself is the authorisation.',
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
    'Returns the visits of the owner of this private address, for a calendar to subscribe to. The address itself is the authorisation.',
  params: strict({ token: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not a calendar address.')) }),
  files: calendar,
  reply: z.unknown(),
  errors: ['not_found'],
});

/** A private calendar address of a person: for visits as patient, or as provider. */
const address = z.object({
  side: z.enum(sides),
  /** Whether it shows names and places. Otherwise it shows only times. */
  names: z.boolean(),
  /** When it was created, or created again. */
  made_at: z.string(),
});
export type CalendarAddress = z.output<typeof address>;

const ofSide = strict({ side: z.enum(sides) });

export const listCalendarAddresses = endpoint({
  method: 'GET',
  path: '/api/calendars/',
  access: 'signed-in',
  summary: "Lists the caller's private calendar addresses. The address itself is only returned when it is created.",
  reply: z.array(address),
});

export const makeCalendarAddress = endpoint({
  method: 'POST',
  path: '/api/calendars/:side/',
  access: 'signed-in',
  summary: 'Creates a private calendar address and returns it this one time. An earlier one stops working.',
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
  summary: 'Chooses whether a private calendar address shows names and places.',
  params: ofSide,
  body: strict({ names: z.boolean() }),
  reply: address,
  errors: ['not_found'],
});

export const revokeCalendarAddress = endpoint({
  method: 'DELETE',
  path: '/api/calendars/:side/',
  access: 'signed-in',
  summary: 'Revokes a private calendar address.',
  params: ofSide,
  reply: done,
  errors: ['not_found'],
});
