import type { ErasureReceipt } from '@carecommons/contract/erasure';
import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

/** What the erasure of the reader's account would take, and what would stay. */
export const erasurePlanQuery = (api: Call) =>
  queryOptions({
    queryKey: ['me', 'erasure'],
    queryFn: ({ signal }) => api.call('GET /account/erasure/', { signal }),
    staleTime: 0,
  });

const pauseMs = 1000;

/** The receipt of that number; asked for again until all is gone that goes at once. */
export const receiptQuery = (api: Call, number: string) =>
  queryOptions({
    queryKey: ['receipt', number],
    queryFn: ({ signal }): Promise<ErasureReceipt> =>
      api.call('GET /receipts/:number/', { params: { number }, signal }),
    refetchInterval: ({ state }) => (state.data?.done_at === null ? pauseMs : false),
    retry: false,
  });
