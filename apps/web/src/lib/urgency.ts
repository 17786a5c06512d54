import { queryOptions } from '@tanstack/react-query';
import type { Call } from './calls/call.ts';

/** Whether what is searched for cannot wait. */
export function urgencyQuery(api: Call, q: string) {
  return queryOptions({
    queryKey: ['urgency', q],
    queryFn: ({ signal }) => api.call('GET /search/urgency/', { query: { q }, signal }),
    staleTime: Infinity,
  });
}
