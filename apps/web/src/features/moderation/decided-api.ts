import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

const key = ['me', 'decisions'] as const;
const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next?: string | undefined }) => last.next,
};

/** What the person reported, newest first. */
export function reportedQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...key, 'reported'],
    queryFn: ({ pageParam }) => api.list('GET /apis/decisions/reported/', { query: { cursor: pageParam } }),
    ...paged,
  });
}

/** What was decided about what the person wrote, last decided first. */
export function writtenQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...key, 'written'],
    queryFn: ({ pageParam }) => api.list('GET /apis/decisions/written/', { query: { cursor: pageParam } }),
    ...paged,
  });
}

/** The appeals that wait, oldest first, or the decided ones, newest first. */
export function appealsQuery(api: Call, state: 'waiting' | 'decided') {
  return infiniteQueryOptions({
    queryKey: [...key, 'appeals', state],
    queryFn: ({ pageParam }) => api.list('GET /apis/appeals/', { query: { state, cursor: pageParam } }),
    ...paged,
  });
}
