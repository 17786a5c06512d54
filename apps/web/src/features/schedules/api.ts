import type { Schedule } from '@carecommons/contract/schedules';
import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/calls/api.ts';
import type { Call } from '../../lib/calls/call.ts';

const scheduleKey = ['me', 'schedule'] as const;

/** The person's own hours and rules of booking as a provider, with their zone. */
export function scheduleQuery(api: Call) {
  return queryOptions({ queryKey: scheduleKey, queryFn: () => api.call('GET /api/schedule/') });
}

/** The person's leaves that are not over, soonest first. */
export function leavesQuery(api: Call) {
  return queryOptions({ queryKey: ['me', 'leaves'], queryFn: () => api.call('GET /api/leaves/') });
}

// Free times are told of a provider, and beside an appointment; hours and leaves are drawn in the provider's calendar.
const freeTimesKeys = [['slots'], ['next-times'], ['booking-terms'], ['me', 'appointment'], ['me', 'provider-days']];
// A leave cancels visits too.
const timesKeys = [...freeTimesKeys, ['me', 'leaves'], ['me', 'appointments'], ['me', 'visits-in-brief']];

/** Refetches everything that depends on the hours of a provider. */
export function renewTimes(queries: QueryClient, keys = timesKeys) {
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
}

/** Saves a part of the schedule; the rest stays as it was saved last, in whichever window that was. */
export function useSaveSchedule(): (change: (saved: Schedule) => Partial<Schedule>) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (change) => {
    const { time_zone: _, ...saved } = await queries.fetchQuery({ ...scheduleQuery(api), staleTime: 0 });
    const body = { ...saved, ...change(saved) };
    queries.setQueryData(scheduleKey, await api.call('PUT /api/schedule/', { body }));
    renewTimes(queries, freeTimesKeys);
  };
}
