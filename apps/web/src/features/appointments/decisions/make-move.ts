import { isVisit, moves, type Side } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import type { QueryClient } from '@tanstack/react-query';
import type { Call } from '../../../lib/calls/call.ts';
import { renewAppointments, showAppointment, stopRenewing } from '../api.ts';

const lines = {
  approve: 'PUT /api/approve-appointment/:appointment_id/',
  decline: 'PUT /api/decline-appointment/:appointment_id/',
  undo: 'PUT /api/undo-decision/:appointment_id/',
  cancel: 'PUT /api/cancel-appointment/:appointment_id/',
  complete: 'PUT /api/complete-appointment/:appointment_id/',
  no_show: 'PUT /api/no-show-appointment/:appointment_id/',
} as const;

/** Something that is done with an appointment, as it was before. */
export interface CompletedMove {
  move: keyof typeof lines;
  appointment: Appointment;
  /** By whom. */
  side: Side;
  reason?: string | undefined;
}

/** Makes a move with an appointment, and says what has become of it. Throws a CallError. */
export async function sendMove(api: Call, { move, appointment: { id }, reason }: CompletedMove): Promise<Appointment> {
  const body = move === 'decline' || move === 'cancel' ? { reason: reason ?? null } : {};
  return await api.call(lines[move], { params: { appointment_id: id }, body });
}

/** What an appointment looks like once a move is made. */
export function after({ move, appointment, side, reason }: CompletedMove): Appointment {
  const status = moves[move].to;
  const ended = status === 'declined' || status === 'cancelled';
  return {
    ...appointment,
    status,
    is_approved: isVisit(status),
    expires_at: status === 'requested' ? appointment.expires_at : null,
    ...(ended ? { ended_by: side, reason: reason ?? null } : {}),
  };
}

/** The way to the server, and where its answers are shown. */
export interface MoveOptions {
  api: Call;
  queries: QueryClient;
}

/**
 * Makes a move that shows at once, as `then`; where the server refuses or does not answer, the screen shows `before` again.
 * It does so whichever page is open by then. Throws a CallError.
 */
export async function makeMove(
  { api, queries }: MoveOptions,
  made: CompletedMove,
  then: Appointment = after(made),
  before: Appointment = made.appointment,
): Promise<Appointment> {
  await stopRenewing(queries);
  showAppointment(queries, then);
  try {
    const now = await sendMove(api, made);
    // What was asked for before the answer may not know of it.
    await stopRenewing(queries);
    showAppointment(queries, now);
    return now;
  } catch (error) {
    showAppointment(queries, before);
    throw error;
  } finally {
    renewAppointments(queries);
  }
}
