import { slotDays } from '@carecommons/contract/schedule-rules';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '../../../lib/calls/call.ts';
import { daysFrom } from '../../../lib/texts/zoned.ts';

// Four weeks of days are a strip that can still be looked through.
const daysAtOnce = 28;
// Others ask for times while one looks at them.
const renewalMs = 60_000;

const dayAfter = (day: string, count: number) => daysFrom(day, count + 1).at(-1) as string;

interface Slots {
  provider: number;
  /** The kind of visit; undefined for the first. */
  kind: number | undefined;
}

/** Whether a provider has seen the signed-in person before. */
export function knownPatientQuery(api: Call, provider: number) {
  return queryOptions({
    queryKey: ['me', 'known-patient', provider],
    queryFn: () => api.call('GET /api/known-patient/:provider_id/', { params: { provider_id: provider } }),
  });
}

/**
 * A provider's free times for a kind of visit from a day on, four weeks at once; weeks in which nothing is free are passed over, up to the last
 * day that can be asked for. `until` is the last day that was looked at. All days are the provider's.
 */
export function slotsQuery(api: Call, { provider, kind }: Slots, today: string, horizonDays: number) {
  const horizon = dayAfter(today, horizonDays);
  return infiniteQueryOptions({
    queryKey: ['slots', provider, today, kind],
    async queryFn({ pageParam }) {
      let [from, days] = [pageParam, daysAtOnce];
      while (true) {
        const end = dayAfter(from, days - 1);
        const to = end < horizon ? end : horizon;
        const slots = await api.call('GET /api/slots/:provider_id/', {
          params: { provider_id: provider },
          query: { from, to, kind },
        });
        if (slots.length > 0 || to === horizon) return { slots, until: to };
        // A provider who is full for long is asked once when that ends, not for one month after the other.
        const next = from === today && kind === undefined ? await nextFreeDay(api, provider) : dayAfter(to, 1);
        if (next === undefined || next > horizon) return { slots, until: horizon };
        from = next > to ? next : dayAfter(to, 1);
        days = slotDays;
      }
    },
    initialPageParam: today,
    getNextPageParam: ({ until }) => (until < horizon ? dayAfter(until, 1) : undefined),
    refetchInterval: renewalMs,
  });
}

async function nextFreeDay(api: Call, provider: number): Promise<string | undefined> {
  const [found] = await api.call('GET /api/next-times/', { query: { providers: String(provider) } });
  // It is told with the offset of the provider's zone.
  return found?.next?.slice(0, 10);
}
