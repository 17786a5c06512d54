import { moves, type Side } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api.ts';
import type { Call } from '../../lib/call.ts';
import { renewAppointments, showAppointment, stopRenewing } from './api.ts';

const lines = {
  approve: 'PUT /api/approve-appointment/:appointment_id/',
  decline: 'PUT /api/decline-appointment/:appointment_id/',
  undo: 'PUT /api/undo-decision/:appointment_id/',
  cancel: 'PUT /api/cancel-appointment/:appointment_id/',
  complete: 'PUT /api/complete-appointment/:appointment_id/',
  no_show: 'PUT /api/no-show-appointment/:appointment_id/',
} as const;

/** Something that is done with an appointment, as it was before. */
export interface Made {
  move: keyof typeof lines;
  appointment: Appointment;
  /** By whom. */
  side: Side;
  reason?: string | undefined;
}

/** Makes a move with an appointment, and says what has become of it. Throws a CallError. */
export async function sendMove(api: Call, { move, appointment: { id }, reason }: Made): Promise<Appointment> {
  const body = move === 'decline' || move === 'cancel' ? { reason: reason ?? null } : {};
  return await api.call(lines[move], { params: { appointment_id: id }, body });
}

/** What an appointment looks like once a move is made. */
function after({ move, appointment, side, reason }: Made): Appointment {
  const status = moves[move].to;
  const ended = status === 'declined' || status === 'cancelled';
  return {
    ...appointment,
    status,
    is_approved: status === 'approved' || status === 'completed' || status === 'no_show',
    expires_at: status === 'requested' ? appointment.expires_at : null,
    ...(ended ? { ended_by: side, reason: reason ?? null } : {}),
  };
}

/** Makes moves that show at once, and are taken back on the screen where the server refuses or does not answer. */
export function useMove() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (made: Made) => sendMove(api, made),
    onMutate: async (made) => {
      await stopRenewing(queries);
      showAppointment(queries, after(made));
    },
    onSuccess: (now) => showAppointment(queries, now),
    onError: (_error, { appointment }) => showAppointment(queries, appointment),
    onSettled: () => renewAppointments(queries),
  });
}
