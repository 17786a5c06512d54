import { reportRenewalMinutes } from '@carecommons/contract/limits';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { Call } from '../../lib/call.ts';

const recordsKey = ['me', 'records'] as const;

/** Reports with links that are good for minutes only: fetched anew before they run out, and whenever one comes back. */
function recordsQuery(api: Call, line: 'GET /api/records/' | 'GET /api/records-provider/') {
  return infiniteQueryOptions({
    queryKey: [...recordsKey, line],
    queryFn: ({ pageParam }) => api.list(line, { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    refetchInterval: reportRenewalMinutes * 60_000,
    refetchOnWindowFocus: 'always',
  });
}

/** The person's own reports, newest first. */
export function ownRecordsQuery(api: Call) {
  return recordsQuery(api, 'GET /api/records/');
}

/** The reports that the person wrote as provider, newest first. */
export function writtenRecordsQuery(api: Call) {
  return recordsQuery(api, 'GET /api/records-provider/');
}

/** Fetches what is shown of reports anew. */
export function renewRecords(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: recordsKey });
}
