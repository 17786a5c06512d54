import type { BodyOf } from '@carecommons/contract/endpoint';
import type { saveVisitKinds, VisitKind } from '@carecommons/contract/visit-kinds';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/calls/api.ts';
import type { Call } from '../../lib/calls/call.ts';

/** A kind of visit as it is saved: without an id it is new. */
export type KindToSave = BodyOf<typeof saveVisitKinds>['kinds'][number];

const kindsKey = ['me', 'visit-kinds'] as const;

/** The person's own kinds of visit as provider, in order. */
export function visitKindsQuery(api: Call) {
  return queryOptions({ queryKey: kindsKey, queryFn: () => api.call('GET /api/visit-kinds/') });
}

// What the first kind says is said by the schedule and the profile too; lengths decide on free times.
const followingKeys = [['me', 'schedule'], ['slots'], ['next-times'], ['booking-terms'], ['provider'], ['providers']];

/** Saves a change of the list, as it was saved last, in whichever window that was. */
export function useSaveKinds(): (change: (saved: VisitKind[]) => KindToSave[]) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async (change) => {
    const saved = await queries.fetchQuery({ ...visitKindsQuery(api), staleTime: 0 });
    queries.setQueryData(kindsKey, await api.call('PUT /api/visit-kinds/', { body: { kinds: change(saved) } }));
    for (const queryKey of followingKeys) void queries.invalidateQueries({ queryKey });
  };
}
