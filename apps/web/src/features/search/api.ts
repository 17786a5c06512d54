import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

/** What a search finds, at most `limit` of each kind. */
export function searchQuery(api: Call, q: string, limit: number) {
  return queryOptions({
    queryKey: ['search', q, limit],
    queryFn: ({ signal }) => api.call('GET /search/', { query: { q, limit }, signal }),
    // What a moderator hides shall not be found for long in a tab that stays open.
    staleTime: 5000,
  });
}
