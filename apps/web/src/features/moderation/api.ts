import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

// Others report while one looks at the page.
const renewalMs = 60_000;

/** What waits for a moderator, or what is hidden; newest first. */
export function moderatedQuery(api: Call, state: 'waiting' | 'hidden') {
  return infiniteQueryOptions({
    queryKey: ['me', 'moderated', state],
    queryFn: ({ pageParam }) => api.list('GET /apis/moderation/', { query: { state, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    refetchInterval: renewalMs,
  });
}
