import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Coming, Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { useNow } from '../../lib/texts/now.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { wallTimeAt } from '../../lib/texts/zoned.ts';
import { scheduleQuery } from './api.ts';
import { Leaves } from './leaves.tsx';
import { Rules } from './rules.tsx';
import { SingleDays } from './single-days.tsx';
import { Week } from './week.tsx';

/** When a provider takes visits, what can be booked, and what holds for booking. */
export function OwnSchedule({ children }: { children: ReactNode }) {
  const now = useNow();
  const { data, error, refetch } = useQuery(scheduleQuery(useApi()));
  if (data === undefined && error !== null) {
    return (
      <LoadFailure
        title={<Trans>Your hours could not be loaded.</Trans>}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <HoursComing />;
  const { time_zone: zone, weekly, dated } = data;
  const today = wallTimeAt(now, zone).date;
  return (
    <div className="grid gap-8">
      <Zone zone={zone} now={now} />
      <Week weekly={weekly} dated={dated} today={today} />
      <SingleDays dated={dated} today={today} />
      <Leaves zone={zone} />
      {children}
      <Rules saved={data} />
    </div>
  );
}

function Zone({ zone, now }: { zone: string; now: Date }) {
  const name = useWhen().zoneName(now, zone);
  const place = zone.replaceAll('_', ' ');
  return (
    <p className="max-w-read text-muted">
      <Trans>
        All times on this page are those of your practice: {name} ({place}).{' '}
        <Link
          to="/register/user/provider"
          className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
        >
          Change the zone
        </Link>
      </Trans>
    </p>
  );
}

function HoursComing() {
  return (
    <Coming className="grid gap-6">
      <Skeleton className="h-6 max-w-120" />
      <Skeleton className="h-140 lg:h-72" />
      <Skeleton className="h-24" />
    </Coming>
  );
}
