import type { Appointment } from '@carecommons/contract/appointments';
import type { ProviderDays } from '@carecommons/contract/schedules';
import type { Role } from '@carecommons/contract/endpoint';
import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Call, ListPage } from '../../lib/calls/call.ts';
import type { ListFilters } from '../../lib/list-filters.ts';

type List =
  | 'GET /api/upcoming/'
  | 'GET /api/aappointments/'
  | 'GET /api/upcoming-provider/'
  | 'GET /api/appointments/provider/'
  | 'GET /api/requests-to-answer/'
  | 'GET /api/visits-to-close/';

const listsKey = ['me', 'appointments'] as const;
// The other side decides while one looks at the page.
const renewalMs = 60_000;

function listQuery(api: Call, line: List) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, line],
    queryFn: ({ pageParam }) => api.list(line, { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    refetchInterval: renewalMs,
  });
}

/** The person's appointments as patient that are still to come, soonest first. */
export function upcomingQuery(api: Call) {
  return listQuery(api, 'GET /api/upcoming/');
}

/** Those that are over, newest first. */
export function historyQuery(api: Call) {
  return listQuery(api, 'GET /api/aappointments/');
}

/** The person's appointments as provider that are still to come, soonest first; who is none has none. */
export function upcomingOfProviderQuery(api: Call, role: Role) {
  return listQuery(
    api,
    role === 'healthcare_provider' ? 'GET /api/upcoming-provider/' : 'GET /api/appointments/provider/',
  );
}

/** What waits for the person's decision as provider, the one that expires first first. */
export function requestsToAnswerQuery(api: Call) {
  return listQuery(api, 'GET /api/requests-to-answer/');
}

/** The person's visits as provider that are over and not closed yet, newest first. */
export function visitsToCloseQuery(api: Call) {
  return listQuery(api, 'GET /api/visits-to-close/');
}

const daysKey = ['me', 'provider-days'] as const;

/** A day of the person's as provider, or the week around it; today where none is named. */
export function providerDaysQuery(api: Call, span: 'day' | 'week', day: string | undefined) {
  return queryOptions({
    queryKey: [...daysKey, span, day ?? 'today'],
    queryFn: () => api.call('GET /api/provider-days/', { query: { span, day } }),
    refetchInterval: renewalMs,
    // While the next days come, those before them stay.
    placeholderData: keepPreviousData,
  });
}

/** What is next for the person, and how many requests wait. */
export function visitsInBriefQuery(api: Call) {
  return queryOptions({
    queryKey: ['me', 'visits-in-brief'],
    queryFn: () => api.call('GET /api/visits-in-brief/'),
    refetchInterval: renewalMs,
  });
}

/** All of them, or those that are searched for, newest first. */
export function allOfProviderQuery(api: Call, filters: ListFilters) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, 'all as provider', filters],
    queryFn: ({ pageParam }) =>
      api.list('GET /api/appointments/provider/', { query: { cursor: pageParam, ...filters } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    refetchInterval: renewalMs,
  });
}

export function appointmentQuery(api: Call, id: string | number) {
  return queryOptions({
    queryKey: ['me', 'appointment', String(id)],
    queryFn: () => api.call('GET /api/appointments/:appointment_id/', { params: { appointment_id: id } }),
    refetchInterval: renewalMs,
  });
}

/** The provider's free times nearest to an appointment. */
export function freeTimesQuery(api: Call, id: number) {
  return queryOptions({
    queryKey: ['me', 'appointment', String(id), 'free-times'],
    queryFn: () => api.call('GET /api/appointments/:appointment_id/free-times/', { params: { appointment_id: id } }),
  });
}

/** The patient's earlier visits with the provider of an appointment, newest first. */
export function earlierVisitsQuery(api: Call, id: number) {
  return infiniteQueryOptions({
    queryKey: ['me', 'earlier-visits', id],
    queryFn: ({ pageParam }) =>
      api.list('GET /api/appointments/:appointment_id/earlier/', {
        params: { appointment_id: id },
        query: { cursor: pageParam, limit: 10 },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}

/** Whether the person has written a report about an appointment that stands. */
export function hasReportQuery(api: Call, id: number) {
  return queryOptions({
    queryKey: ['me', 'appointment', String(id), 'has-report'],
    queryFn: async () => {
      const { rows } = await api.list('GET /api/records-provider/', { query: { appointment: id } });
      return rows.some(({ withdrawn }) => !withdrawn);
    },
    staleTime: 0,
  });
}

type Lists = InfiniteData<ListPage<Appointment>>;

/** Stops what is on its way and would show an appointment as it was. */
export async function stopRenewing(queries: QueryClient) {
  await queries.cancelQueries({ queryKey: listsKey });
  await queries.cancelQueries({ queryKey: daysKey });
  await queries.cancelQueries({ queryKey: ['me', 'appointment'] });
}

/** Puts an appointment as it now is in its place, wherever it is shown. */
export function showAppointment(queries: QueryClient, now: Appointment) {
  const put = (rows: Appointment[]) => rows.map((row) => (row.id === now.id ? now : row));
  queries.setQueriesData<Lists>(
    { queryKey: listsKey },
    (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, rows: put(page.rows) })) },
  );
  queries.setQueriesData<ProviderDays>({ queryKey: daysKey }, (days) => days && { ...days, visits: put(days.visits) });
  queries.setQueryData<Appointment>(['me', 'appointment', String(now.id)], now);
}

/** Refetches the appointments, and the free times that depend on them. */
export function renewAppointments(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: listsKey });
  void queries.invalidateQueries({ queryKey: daysKey });
  void queries.invalidateQueries({ queryKey: ['me', 'visits-in-brief'] });
  void queries.invalidateQueries({ queryKey: ['me', 'appointment'] });
  for (const key of ['slots', 'next-times']) void queries.invalidateQueries({ queryKey: [key] });
}
