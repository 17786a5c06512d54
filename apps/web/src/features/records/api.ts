import type { Appointment } from '@carecommons/contract/appointments';
import { reportRenewalMinutes } from '@carecommons/contract/limits';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

export const recordsKey = ['me', 'records'] as const;

interface ListQuery {
  appointment?: number | undefined;
  /** Those that are still to come to their patients, or all others. */
  waiting?: 'true' | 'false';
  /** What they are searched by. */
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Reports have links that are valid for minutes only: refetched before the links expire, and whenever the window gets the focus. */
function recordsQuery(api: Call, line: 'GET /api/records/' | 'GET /api/records-provider/', asked: ListQuery) {
  return infiniteQueryOptions({
    queryKey: [...recordsKey, line, asked],
    queryFn: ({ pageParam }) => api.list(line, { query: { cursor: pageParam, ...asked } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    refetchInterval: reportRenewalMinutes * 60_000,
    refetchOnWindowFocus: 'always',
  });
}

/** The person's own reports, newest first; of one appointment or of all. */
export function ownRecordsQuery(api: Call, appointment?: number) {
  return recordsQuery(api, 'GET /api/records/', { appointment });
}

/** The reports that the person wrote as provider, newest first; of one appointment, or those that wait, or all others. */
export function writtenRecordsQuery(api: Call, asked: ListQuery) {
  return recordsQuery(api, 'GET /api/records-provider/', asked);
}

/** The reports that the person wrote about one appointment, as a form begins with them. */
export function writtenOfVisitQuery(api: Call, appointment: number) {
  return queryOptions({
    queryKey: [...recordsKey, 'of visit', appointment],
    queryFn: async () => (await api.list('GET /api/records-provider/', { query: { appointment, limit: 200 } })).rows,
    staleTime: 0,
  });
}

/** What waits for the person as patient, newest first. */
export function waitingRecordsQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...recordsKey, 'waiting'],
    queryFn: ({ pageParam }) => api.list('GET /api/records/waiting/', { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Who opened the person's own reports, newest first; one of them or all. */
export function accessesQuery(api: Call, record?: number) {
  return infiniteQueryOptions({
    queryKey: [...recordsKey, 'accesses', record ?? null],
    queryFn: ({ pageParam }) => api.list('GET /api/records/accesses/', { query: { cursor: pageParam, record } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

const uploadedKey = ['me', 'uploaded-report'] as const;

/** Remembers for the next page which visit a report was just uploaded for. */
export function noteUploaded(queries: QueryClient, visit: Appointment) {
  queries.setQueryData(uploadedKey, visit);
}

/** The visit for which a report was just uploaded. */
export const uploadedFor = (queries: QueryClient) => queries.getQueryData<Appointment>(uploadedKey);
export const forgetUploaded = (queries: QueryClient) => queries.removeQueries({ queryKey: uploadedKey });

/** Refetches all lists of reports. */
export function renewRecords(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: recordsKey });
}
