import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from './api.ts';
import type { Call } from './call.ts';

/** What the operator has set for everybody to see. */
export function siteQuery(api: Call) {
  return queryOptions({ queryKey: ['site'], queryFn: () => api.call('GET /site/'), staleTime: Infinity });
}

export function useSite() {
  return useSuspenseQuery(siteQuery(useApi())).data;
}
