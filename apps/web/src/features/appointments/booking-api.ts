import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../lib/call.ts';
import { daysFrom } from '../../lib/zoned.ts';

/** What holds for booking with a provider. */
export function bookingTermsQuery(api: Call, provider: number | string) {
  return queryOptions({
    queryKey: ['booking-terms', String(provider)],
    queryFn: () => api.call('GET /api/booking-terms/:provider_id/', { params: { provider_id: provider } }),
  });
}

// Four weeks of days are a strip that can still be looked through.
const daysAtOnce = 28;
// Others ask for times while one looks at them.
const renewalMs = 60_000;

const dayAfter = (day: string, count: number) => daysFrom(day, count + 1).at(-1) as string;

/**
 * A provider's free times from a day on, four weeks at once; weeks in which nothing is free are passed over, up to the last
 * day that can be asked for. `until` is the last day that was looked at. All days are the provider's.
 */
export function slotsQuery(api: Call, provider: number, today: string, horizonDays: number) {
  const horizon = dayAfter(today, horizonDays);
  return infiniteQueryOptions({
    queryKey: ['slots', provider, today],
    async queryFn({ pageParam }) {
      for (let from = pageParam; ; from = dayAfter(from, daysAtOnce)) {
        const end = dayAfter(from, daysAtOnce - 1);
        const to = end < horizon ? end : horizon;
        const slots = await api.call('GET /api/slots/:provider_id/', {
          params: { provider_id: provider },
          query: { from, to },
        });
        if (slots.length > 0 || to === horizon) return { slots, until: to };
      }
    },
    initialPageParam: today,
    getNextPageParam: ({ until }) => (until < horizon ? dayAfter(until, 1) : undefined),
    refetchInterval: renewalMs,
  });
}
