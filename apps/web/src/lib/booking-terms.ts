import { queryOptions } from '@tanstack/react-query';
import type { Call } from './calls/call.ts';

/** What holds for booking with a provider. */
export function bookingTermsQuery(api: Call, provider: number | string) {
  return queryOptions({
    queryKey: ['booking-terms', String(provider)],
    queryFn: () => api.call('GET /api/booking-terms/:provider_id/', { params: { provider_id: provider } }),
  });
}
