import type { Schedule } from '@carecommons/contract/schedules';
import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api.ts';
import type { Call } from '../../lib/call.ts';

const scheduleKey = ['me', 'schedule'] as const;

/** The person's own hours and rules of booking as a provider, with their zone. */
export function scheduleQuery(api: Call) {
  return queryOptions({ queryKey: scheduleKey, queryFn: () => api.call('GET /api/schedule/') });
}

/** The person's leaves that are not over, soonest first. */
export function leavesQuery(api: Call) {
  return queryOptions({ queryKey: ['me', 'leaves'], queryFn: () => api.call('GET /api/leaves/') });
}

// Free times are told of a provider, and beside an appointment.
const timesKeys = [['slots'], ['next-times'], ['booking-terms'], ['me', 'appointment']];

function renewTimes(queries: QueryClient) {
  for (const queryKey of timesKeys) void queries.invalidateQueries({ queryKey });
}

/** Fetches anew whatever follows from a leave: it cancels visits too. */
export function renewLeaves(queries: QueryClient) {
  renewTimes(queries);
  for (const key of ['leaves', 'appointments']) void queries.invalidateQueries({ queryKey: ['me', key] });
}

/** Saves a part of the schedule; the rest stays as it was saved last, in whichever window that was. */
export function useSaveSchedule(): (change: (saved: Schedule) => Partial<Schedule>) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (change) => {
    const { time_zone: _, ...saved } = await queries.fetchQuery({ ...scheduleQuery(api), staleTime: 0 });
    const body = { ...saved, ...change(saved) };
    queries.setQueryData(scheduleKey, await api.call('PUT /api/schedule/', { body }));
    renewTimes(queries);
  };
}
