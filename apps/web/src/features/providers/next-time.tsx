import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { When } from '../../components/ui/when.tsx';
import { useApi } from '../../lib/calls/api.ts';
import type { Call } from '../../lib/calls/call.ts';

export interface NextTimeProps {
  user: number;
  zone: string;
  /** The providers on the same page: all their cards ask in one call. */
  among: readonly number[];
}

function nextTimesQuery(api: Call, providers: readonly number[]) {
  const ids = providers.join(',');
  return queryOptions({
    queryKey: ['next-times', ids],
    queryFn: () => api.call('GET /api/next-times/', { query: { providers: ids } }),
  });
}

/** When a provider is free next, by the clocks of the place, and by the reader's where they show another time. */
export function NextTime({ user, zone, among }: NextTimeProps) {
  const { data } = useQuery(nextTimesQuery(useApi(), among));
  if (data === undefined) return null;
  const next = data.find((one) => one.user === user)?.next;
  return (
    <span className="relative block ps-8">
      <CalendarClock size={20} className="absolute start-0 top-0 text-muted" aria-hidden />
      {next ? (
        <Trans>
          Next free <When at={new Date(next)} zone={zone} />
        </Trans>
      ) : next === null ? (
        <Trans>Nothing is free at present</Trans>
      ) : (
        <Trans>Takes requests for any time</Trans>
      )}
    </span>
  );
}
