import * as z from 'zod/mini';
import { statuses } from './appointment-rules.ts';
import { endpoint } from './endpoint.ts';
import { id, nothing, page, strict, text } from './fields.ts';

/** How long a visit lasts unless the provider says otherwise, in minutes. */
export const defaultVisitMinutes = 30;
/** How many requests a patient may have waiting: with one provider, and in all. */
export const openRequestsLimit = { withOneProvider: 3, inAll: 10 } as const;

/** An appointment as its two people see it. Instants are ISO 8601 with the offset of the provider's zone. */
export const appointment = z.object({
  id: z.int(),
  appointment_datetime: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  problem: z.string(),
  is_approved: z.boolean(),
  status: z.enum(statuses),
  requested_at: z.string(),
  healthcare_provider: z.object({
    user: z.int(),
    name: z.string(),
    phone: z.string(),
    fees: z.int(),
    address: z.string(),
    /** The site has taken the provider out of the directory: a visit to come may not take place. */
    suspended: z.boolean(),
  }),
  user: z.object({ user: z.int(), name: z.string(), phone: z.string() }),
});
export type Appointment = z.output<typeof appointment>;

// Local time of the provider's zone, or any time with an offset.
const localOrInstant = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/,
      'Please give a date and a time, such as 2026-11-24T10:30.',
    ),
  );

export const createAppointment = endpoint({
  method: 'POST',
  path: '/api/appointments/create/',
  access: 'signed-in',
  summary: 'Asks a provider for a time. It is a request until the provider approves it.',
  body: strict({ user: id, appointment_datetime: localOrInstant, problem: text(2000), healthcare_provider: id }),
  reply: appointment,
  status: 201,
  errors: ['not_allowed', 'profile_required', 'not_found', 'slot_taken', 'too_many_requests_open'],
});

export const listAppointmentHistory = endpoint({
  method: 'GET',
  path: '/api/aappointments/',
  access: 'signed-in',
  summary: "Lists the caller's appointments as patient that are over, newest first.",
  query: strict(page),
  reply: z.array(appointment),
});

export const listUpcoming = endpoint({
  method: 'GET',
  path: '/api/upcoming/',
  access: 'signed-in',
  summary: "Lists the caller's appointments as patient that are still to come, soonest first.",
  query: strict(page),
  reply: z.array(appointment),
});

export const listUpcomingOfProvider = endpoint({
  method: 'GET',
  path: '/api/upcoming-provider/',
  access: 'signed-in',
  summary: "Lists the caller's appointments as provider that are still to come, soonest first; nobody else has any.",
  query: strict(page),
  reply: z.array(appointment),
});

export const listAllOfProvider = endpoint({
  method: 'GET',
  path: '/api/appointments/provider/',
  access: 'signed-in',
  summary: "Lists all of the caller's appointments as provider, newest first; nobody else has any.",
  query: strict(page),
  reply: z.array(appointment),
});

export const getAppointment = endpoint({
  method: 'GET',
  path: '/api/appointments/:appointment_id/',
  access: 'signed-in',
  summary: 'Reads one appointment; only its patient and its provider can.',
  params: strict({ appointment_id: id }),
  reply: appointment,
  errors: ['not_found'],
});

export const approveAppointment = endpoint({
  method: 'PUT',
  path: '/api/approve-appointment/:appointment_id/',
  access: 'signed-in',
  summary: 'Approves a request.',
  params: strict({ appointment_id: id }),
  body: nothing,
  reply: appointment,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

export const listEarlierVisits = endpoint({
  method: 'GET',
  path: '/api/appointments/:appointment_id/earlier/',
  access: 'signed-in',
  summary:
    "Lists the patient's earlier visits with the same provider, newest first, for the provider to see when deciding.",
  params: strict({ appointment_id: id }),
  query: strict(page),
  reply: z.array(appointment),
  errors: ['not_found', 'not_allowed'],
});
