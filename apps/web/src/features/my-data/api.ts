import { reportRenewalMinutes } from '@carecommons/contract/limits';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

const exportKey = ['me', 'export'] as const;
const workingMs = 1000;

/** The copy of the person's data: asked for again while it is made, and so often that its link never gets old. */
export function exportQuery(api: Call) {
  return queryOptions({
    queryKey: exportKey,
    queryFn: () => api.call('GET /api/my-data/exports/'),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.export) return false;
      return data.export.state === 'ready' ? reportRenewalMinutes * 60_000 : workingMs;
    },
    staleTime: 0,
  });
}

export const renewExport = (queries: QueryClient) => queries.invalidateQueries({ queryKey: exportKey });
