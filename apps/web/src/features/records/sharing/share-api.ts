import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../../lib/calls/call.ts';
import { recordsKey } from '../api.ts';

/** What the person shares now, newest first. */
export function sharesQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...recordsKey, 'shares'],
    queryFn: ({ pageParam }) => api.list('GET /api/shares/', { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** What patients share with the person as provider, newest first. */
export function sharedWithMeQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...recordsKey, 'shared with me'],
    queryFn: ({ pageParam }) => api.list('GET /api/shares/with-me/', { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** The first few providers of the directory whose name, or whose trade, is like what was typed. */
export function providersLikeQuery(api: Call, q: string) {
  return queryOptions({
    queryKey: ['providers', 'like', q],
    queryFn: () => api.call('GET /providers/', { query: { q, limit: 5 } }),
    enabled: q !== '',
  });
}
