import * as z from 'zod/mini';
import { sides, statuses } from './appointment-rules.ts';
import { endpoint } from './endpoint.ts';
import { id, listSearch, nothing, optionalText, page, strict, text, wholeNumber } from './fields.ts';
import { visitKindBounds } from './visit-kind-rules.ts';
import { bookedVisitKind } from './visit-kinds.ts';

/** Maximum number of open requests of a patient: with one provider, and in total. */
export const openRequestsLimit = { withOneProvider: 3, inAll: 10 } as const;

/** An appointment as its two people see it. Instants are ISO 8601 with the offset of the provider's time zone. */
export const appointment = z.object({
  id: z.int(),
  appointment_datetime: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  problem: z.string(),
  is_approved: z.boolean(),
  status: z.enum(statuses),
  requested_at: z.string(),
  /** Who proposed this time: usually the patient; the provider for a counter-proposal or an offer. */
  proposed_by: z.enum(sides),
  /** A freed time, offered to a person on the waiting list. */
  offered: z.boolean(),
  /** When a request expires; its time is reserved until then. Null once it has been answered. */
  expires_at: z.nullable(z.string()),
  /** Until when the decision can be undone. */
  undo_until: z.nullable(z.string()),
  /** Until when the patient can cancel a confirmed visit, and propose another time for it. */
  cancel_until: z.string(),
  move_until: z.string(),
  /** For a proposed new time, the appointment that it would move; for a moved appointment, the one that replaced it. */
  moves_id: z.nullable(z.int()),
  moved_to_id: z.nullable(z.int()),
  /** An open proposal to move this appointment, itself an appointment. */
  proposal: z.nullable(z.object({ id: z.int(), appointment_datetime: z.string(), proposed_by: z.enum(sides) })),
  /** Why it was declined, cancelled or should be moved, and which side ended it. */
  reason: z.nullable(z.string()),
  ended_by: z.nullable(z.enum([...sides, 'time'])),
  /** What kind of visit it is; null for one that was booked before there were kinds. */
  kind: z.nullable(bookedVisitKind),
  /** Its kind confirmed it when it was booked; nobody had to approve it. */
  confirmed_at_once: z.boolean(),
  healthcare_provider: z.object({
    user: z.int(),
    name: z.string(),
    phone: z.string(),
    fees: z.int(),
    address: z.string(),
    /** The provider is no longer in the directory: a future visit may not take place. */
    suspended: z.boolean(),
  }),
  user: z.object({ user: z.int(), name: z.string(), phone: z.string() }),
});
export type Appointment = z.output<typeof appointment>;

// Local time in the provider's time zone, or any time with an offset.
const localOrInstant = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/,
      'Please enter a date and a time, such as 2026-11-24T10:30.',
    ),
  );

export const createAppointment = endpoint({
  method: 'POST',
  path: '/api/appointments/create/',
  access: 'signed-in',
  summary:
    "Requests a time with a provider. It is confirmed when the provider approves it, or at once if the kind of visit says so. Without `kind`, it is the provider's first one. With `as_read`, it is refused if length, fee or confirmation of the kind are different by now.",
  body: strict({
    user: id,
    appointment_datetime: localOrInstant,
    problem: text(2000),
    healthcare_provider: id,
    kind: z.optional(id),
    as_read: z.optional(
      strict({
        minutes: wholeNumber(visitKindBounds.minutes[0], visitKindBounds.minutes[1]),
        fee: wholeNumber(visitKindBounds.fee[0], visitKindBounds.fee[1]),
        confirmed_at_once: z.boolean(),
      }),
    ),
  }),
  reply: appointment,
  status: 201,
  errors: [
    'not_allowed',
    'profile_required',
    'consent_required',
    'not_found',
    'slot_taken',
    'kind_changed',
    'too_many_requests_open',
    'too_many_requests',
  ],
});

export const listAppointmentHistory = endpoint({
  method: 'GET',
  path: '/api/aappointments/',
  access: 'signed-in',
  summary: "Lists the caller's other appointments as patient, newest first: past, declined, cancelled or expired.",
  query: strict(page),
  reply: z.array(appointment),
});

export const listUpcoming = endpoint({
  method: 'GET',
  path: '/api/upcoming/',
  access: 'signed-in',
  summary: "Lists the caller's future appointments as patient, soonest first.",
  query: strict(page),
  reply: z.array(appointment),
});

export const listUpcomingOfProvider = endpoint({
  method: 'GET',
  path: '/api/upcoming-provider/',
  access: 'signed-in',
  summary: "Lists the caller's future appointments as provider, soonest first. Empty for everybody else.",
  query: strict(page),
  reply: z.array(appointment),
});

export const listAllOfProvider = endpoint({
  method: 'GET',
  path: '/api/appointments/provider/',
  access: 'signed-in',
  summary:
    "Lists all appointments of the caller as provider, newest first. With `q`, only those with these words in the patient's name or the problem; with `from` and `to`, only those of these days. Empty for everybody else.",
  query: strict({ ...page, ...listSearch }),
  reply: z.array(appointment),
});

export const listRequestsToAnswer = endpoint({
  method: 'GET',
  path: '/api/requests-to-answer/',
  access: 'signed-in',
  summary:
    "Lists patients' requests that wait for the caller as provider, ordered by expiry, soonest first. Empty for everybody else.",
  query: strict(page),
  reply: z.array(appointment),
});

export const listVisitsToClose = endpoint({
  method: 'GET',
  path: '/api/visits-to-close/',
  access: 'signed-in',
  summary:
    'Lists visits of the caller as provider whose time is over and for which nobody has said yet whether the patient came, newest first. Empty for everybody else.',
  query: strict(page),
  reply: z.array(appointment),
});

/** The number of requests, and the one to answer first. */
const requests = z.object({ count: z.int(), first: z.nullable(appointment) });

export const getVisitsInBrief = endpoint({
  method: 'GET',
  path: '/api/visits-in-brief/',
  access: 'signed-in',
  summary:
    "Returns what is next for the caller: the next confirmed visit, the caller's open requests as patient (those that need the caller's answer first), and the requests that wait for the caller as provider.",
  reply: z.object({ next: z.nullable(appointment), as_patient: requests, as_provider: requests }),
});

export const getAppointment = endpoint({
  method: 'GET',
  path: '/api/appointments/:appointment_id/',
  access: 'signed-in',
  summary: 'Returns one appointment, to its patient and its provider only.',
  params: strict({ appointment_id: id }),
  reply: appointment,
  errors: ['not_found'],
});

const one = strict({ appointment_id: id });
const because = z.nullish(strict({ reason: optionalText(500) }));
const ofMove = ['not_found', 'not_allowed', 'wrong_state'] as const;

export const approveAppointment = endpoint({
  method: 'PUT',
  path: '/api/approve-appointment/:appointment_id/',
  access: 'signed-in',
  summary:
    'Approves a request: the visit is confirmed. The approval can be undone for ten seconds. Approving it again changes nothing.',
  params: one,
  body: nothing,
  reply: appointment,
  errors: ofMove,
});

/** Maximum number of requests that are approved in one call. */
export const approvedAtOnce = 200;

export const approveAppointments = endpoint({
  method: 'PUT',
  path: '/api/approve-appointments/',
  access: 'signed-in',
  summary:
    'Approves several requests (at most 200), each by its own rules and as if approved alone: for each, in their order, the approved appointment or why it was not approved.',
  body: strict({
    appointments: z
      .array(id)
      .check(
        z.minLength(1, 'Please choose at least one request.'),
        z.maxLength(approvedAtOnce, `Please choose at most ${approvedAtOnce} requests.`),
      ),
  }),
  reply: z.array(
    z.object({
      appointment: z.nullable(appointment),
      /** Why it was not approved, as an error of the call for one appointment. */
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
});

export const declineAppointment = endpoint({
  method: 'PUT',
  path: '/api/decline-appointment/:appointment_id/',
  access: 'signed-in',
  summary: 'Declines a request. A provider must give a reason. The refusal can be undone for ten seconds.',
  params: one,
  body: because,
  reply: appointment,
  errors: ofMove,
});

export const undoDecision = endpoint({
  method: 'PUT',
  path: '/api/undo-decision/:appointment_id/',
  access: 'signed-in',
  summary: 'Undoes an approval or a refusal, within ten seconds.',
  params: one,
  body: nothing,
  reply: appointment,
  errors: ofMove,
});

export const cancelAppointment = endpoint({
  method: 'PUT',
  path: '/api/cancel-appointment/:appointment_id/',
  access: 'signed-in',
  summary:
    "Cancels a visit, or the caller's own request. A patient can cancel until the cut-off; a provider must give a reason.",
  params: one,
  body: because,
  reply: appointment,
  errors: ofMove,
});

export const moveAppointment = endpoint({
  method: 'POST',
  path: '/api/appointments/:appointment_id/move/',
  access: 'signed-in',
  summary: 'Proposes another time to the other side. The current time stays until the other side approves.',
  params: one,
  body: strict({ appointment_datetime: localOrInstant, reason: optionalText(500) }),
  reply: appointment,
  status: 201,
  errors: [...ofMove, 'slot_taken', 'too_many_requests_open'],
});

export const completeAppointment = endpoint({
  method: 'PUT',
  path: '/api/complete-appointment/:appointment_id/',
  access: 'signed-in',
  summary: 'Records that a visit took place.',
  params: one,
  body: nothing,
  reply: appointment,
  errors: ofMove,
});

export const noShowAppointment = endpoint({
  method: 'PUT',
  path: '/api/no-show-appointment/:appointment_id/',
  access: 'signed-in',
  summary: 'Records that the patient did not come.',
  params: one,
  body: nothing,
  reply: appointment,
  errors: ofMove,
});

export const listFreeTimes = endpoint({
  method: 'GET',
  path: '/api/appointments/:appointment_id/free-times/',
  access: 'signed-in',
  summary:
    "Lists the three free times of the provider that are nearest to an appointment, as ISO 8601 with the offset of the provider's time zone.",
  params: one,
  reply: z.array(z.string()),
  errors: ['not_found'],
});

export const listEarlierVisits = endpoint({
  method: 'GET',
  path: '/api/appointments/:appointment_id/earlier/',
  access: 'signed-in',
  summary:
    "Lists the patient's earlier visits with the same provider, newest first. For the provider, as a help in deciding.",
  params: strict({ appointment_id: id }),
  query: strict(page),
  reply: z.array(appointment),
  errors: ['not_found', 'not_allowed'],
});
