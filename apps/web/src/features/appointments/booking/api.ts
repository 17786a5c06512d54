import { slotDays } from '@carecommons/contract/schedule-rules';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Call } from '../../../lib/calls/call.ts';
import { daysFrom } from '../../../lib/texts/zoned.ts';

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
      let [from, days] = [pageParam, daysAtOnce];
      while (true) {
        const end = dayAfter(from, days - 1);
        const to = end < horizon ? end : horizon;
        const slots = await api.call('GET /api/slots/:provider_id/', {
          params: { provider_id: provider },
          query: { from, to },
        });
        if (slots.length > 0 || to === horizon) return { slots, until: to };
        // A provider who is full for long is asked once when that ends, not for one month after the other.
        const next = from === today ? await nextFreeDay(api, provider) : dayAfter(to, 1);
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
