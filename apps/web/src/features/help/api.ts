import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

/** All questions, or those that a search finds, newest first. */
export function questionListQuery(api: Call, q: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['questions', q ?? null],
    queryFn: ({ pageParam }) => api.list('GET /apis/help-center/', { query: { q, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}
