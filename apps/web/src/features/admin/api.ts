import type { AccountEvent } from '@carecommons/contract/account-event-rules';
import type { AuditAction } from '@carecommons/contract/administration-rules';
import type { Grant } from '@carecommons/contract/endpoint';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

const key = ['me', 'admin'] as const;
const first = undefined as string | undefined;
const getNextPageParam = ({ next }: { next: string | undefined }) => next;

/** Refetches everything that a decision may have changed, here and in the directory. */
export async function renewAll(queries: QueryClient) {
  await Promise.all(
    [key, ['specialities'], ['providers'], ['me', 'chat-rooms']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );
}

export function overviewQuery(api: Call) {
  return queryOptions({ queryKey: [...key, 'overview'], queryFn: () => api.call('GET /api/admin/overview/') });
}

export function activityQuery(api: Call) {
  return queryOptions({ queryKey: [...key, 'activity'], queryFn: () => api.call('GET /api/admin/activity/') });
}

export function peopleQuery(api: Call, q: string | undefined, grant: Grant | undefined) {
  return infiniteQueryOptions({
    queryKey: [...key, 'people', q ?? '', grant ?? ''],
    queryFn: ({ pageParam }) => api.list('GET /api/admin/users/', { query: { q, grant, cursor: pageParam } }),
    initialPageParam: first,
    getNextPageParam,
  });
}

export function personQuery(api: Call, id: string) {
  return queryOptions({
    queryKey: [...key, 'person', id],
    queryFn: () => api.call('GET /api/admin/users/:user_id/', { params: { user_id: id } }),
  });
}

export function decisionsQuery(api: Call, id: number) {
  return infiniteQueryOptions({
    queryKey: [...key, 'decisions', id],
    queryFn: ({ pageParam }) =>
      api.list('GET /api/admin/users/:user_id/decisions/', { params: { user_id: id }, query: { cursor: pageParam } }),
    initialPageParam: first,
    getNextPageParam,
  });
}

export function specialitiesQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...key, 'specialities'],
    queryFn: ({ pageParam }) => api.list('GET /api/admin/specialities/', { query: { limit: 200, cursor: pageParam } }),
    initialPageParam: first,
    getNextPageParam,
  });
}

/** The rooms as everybody sees them. */
export function roomsQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: ['me', 'chat-rooms', 'administered'],
    queryFn: ({ pageParam }) => api.list('GET /apis/chat-rooms/', { query: { cursor: pageParam } }),
    initialPageParam: first,
    getNextPageParam,
  });
}

export function deadLettersQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...key, 'letters'],
    queryFn: ({ pageParam }) => api.list('GET /api/admin/letters/', { query: { cursor: pageParam } }),
    initialPageParam: first,
    getNextPageParam,
  });
}

/** What the audit is searched by; days are those of this device. */
export interface AuditSearch {
  username: string | undefined;
  action: AuditAction | undefined;
  from: string | undefined;
  until: string | undefined;
}

export function auditQuery(api: Call, search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: [...key, 'audit', search],
    queryFn: ({ pageParam }) => api.list('GET /api/admin/audit/', { query: { ...search, cursor: pageParam } }),
    initialPageParam: first,
    getNextPageParam,
    // Each reading is written down: none that nobody asked for.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}

/** Each reading is written down, as those of the audit are: none that nobody asked for. */
const readOnce = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false } as const;

export function accountEventsQuery(
  api: Call,
  search: { username: string | undefined; kind: AccountEvent | undefined; network: string | undefined },
) {
  return infiniteQueryOptions({
    queryKey: [...key, 'account-events', search],
    queryFn: ({ pageParam }) => api.list('GET /api/admin/account-events/', { query: { ...search, cursor: pageParam } }),
    initialPageParam: first,
    getNextPageParam,
    ...readOnce,
  });
}

export function visitReadsQuery(api: Call, search: { username: string | undefined; appointment: string | undefined }) {
  return infiniteQueryOptions({
    queryKey: [...key, 'visit-reads', search],
    queryFn: ({ pageParam }) => api.list('GET /api/admin/visit-reads/', { query: { ...search, cursor: pageParam } }),
    initialPageParam: first,
    getNextPageParam,
    ...readOnce,
  });
}
