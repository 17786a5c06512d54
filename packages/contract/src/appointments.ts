import * as z from 'zod/mini';
import { endpoint, type Role } from './endpoint.ts';
import { id, nothing, page, strict, text } from './fields.ts';

/** How long a visit lasts unless the provider says otherwise, in minutes. */
export const defaultVisitMinutes = 30;
/** How many requests a patient may have waiting: with one provider, and in all. */
export const openRequestsLimit = { withOneProvider: 3, inAll: 10 } as const;

export const statuses = ['requested', 'approved', 'declined', 'cancelled', 'expired', 'completed', 'no_show'] as const;
export type Status = (typeof statuses)[number];

/** The moves of an appointment: from which states, and into which. Who may make one is said by the rules below. */
export const moves = {
  approve: { from: ['requested'], to: 'approved' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>;
export type Move = keyof typeof moves;

/** Whether the state of an appointment allows a move: when, never who. */
export function canMove(move: Move, status: Status): boolean {
  return (moves[move].from as readonly Status[]).includes(status);
}

/** What the rules read of a person and of an appointment. */
interface Person {
  user_id: number;
  role: Role;
}
interface Parties {
  healthcare_provider: { user: number };
  user: { user: number };
}

/** Who may approve: the provider whose time it is. */
export function mayApprove(person: Person, appointment: Parties): boolean {
  return person.role === 'healthcare_provider' && appointment.healthcare_provider.user === person.user_id;
}

/** Who may upload a report: the same provider. When: see `takesReport`. */
export const mayReport = mayApprove;

/** Whether a report may be uploaded: the time is past, and the visit may have taken place. */
export function takesReport(appointment: { status: Status; appointment_datetime: string }, now: Date): boolean {
  const mayHaveHappened: readonly Status[] = ['requested', 'approved', 'completed'];
  return mayHaveHappened.includes(appointment.status) && new Date(appointment.appointment_datetime) < now;
}

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
