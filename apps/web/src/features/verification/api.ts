import { reportRenewalMinutes } from '@carecommons/contract/limits';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Call } from '../../lib/calls/call.ts';

const key = ['me', 'verification'] as const;

// Documents have links that are good for minutes only.
const renewing = {
  staleTime: 0,
  refetchInterval: reportRenewalMinutes * 60_000,
  refetchOnWindowFocus: 'always',
} as const;

/** How far the verification of the person's own registration is. */
export function ownVerificationQuery(api: Call) {
  return queryOptions({ queryKey: [...key, 'own'], queryFn: () => api.call('GET /api/verification/'), ...renewing });
}

/** The claims that wait for a verifier, oldest first, or the decided ones, newest first. */
export function claimsQuery(api: Call, state: 'waiting' | 'decided') {
  return infiniteQueryOptions({
    queryKey: [...key, 'claims', state],
    queryFn: ({ pageParam }) => api.list('GET /apis/verification/', { query: { state, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    ...renewing,
  });
}

/** The suspended providers, last suspended first. */
export function suspendedQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: [...key, 'suspended'],
    queryFn: ({ pageParam }) => api.list('GET /apis/verification/suspended/', { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
}

/** The listed providers that a search finds, to choose one from. */
export function foundProvidersQuery(api: Call, q: string) {
  return queryOptions({
    queryKey: [...key, 'found', q],
    queryFn: () => api.call('GET /providers/', { query: { q, limit: 10 } }),
    enabled: q !== '',
  });
}

/** The future visits that the suspension of a provider touches. */
export function touchedVisitsQuery(api: Call, provider: number) {
  return queryOptions({
    queryKey: [...key, 'visits', provider],
    queryFn: () =>
      api.call('GET /apis/verification/providers/:provider_id/visits/', { params: { provider_id: provider } }),
    staleTime: 0,
  });
}

/** Refetches all of it, and whatever shows a provider. */
export async function renewVerifications(queries: QueryClient) {
  await queries.invalidateQueries();
}
