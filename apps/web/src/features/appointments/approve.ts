import type { Appointment } from '@carecommons/contract/appointments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api.ts';
import { renewAppointments, showAppointment, stopRenewing } from './api.ts';

/** Approves a request: it shows at once, and goes back to what it was where the server refuses or does not answer. */
export function useApprove() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Appointment) =>
      api.call('PUT /api/approve-appointment/:appointment_id/', { params: { appointment_id: id }, body: {} }),
    onMutate: async (request) => {
      await stopRenewing(queries);
      showAppointment(queries, { ...request, is_approved: true, status: 'approved' });
    },
    onSuccess: (approved) => showAppointment(queries, approved),
    onError: (_error, request) => showAppointment(queries, request),
    onSettled: () => renewAppointments(queries),
  });
}
