import type { Status } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarClock, Stethoscope } from 'lucide-react';
import { useEffect } from 'react';
import type { TimelineSource } from '../../../components/ui/timeline.tsx';
import { When } from '../../../components/ui/when.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { historyQuery, upcomingQuery } from '../api.ts';
import { StatusBadge } from './status-badge.tsx';

/** The person's visits that are over, as a patient sees them on a timeline. */
export function useVisitEntries(): TimelineSource {
  const { t } = useLingui();
  const list = useInfiniteQuery(historyQuery(useApi()));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const kinds: Partial<Record<Status, string>> = {
    cancelled: t`Cancelled visit`,
    declined: t`Declined request`,
    expired: t`Expired request`,
  };
  const kindOf = ({ status, moved_to_id }: Appointment) =>
    moved_to_id === null ? (kinds[status] ?? t`Visit`) : t`Moved visit`;
  const entryOf = (visit: Appointment) => ({
    ...shared(visit),
    icon: Stethoscope,
    kind: kindOf(visit),
    struck: visit.status in kinds,
    children: (
      <>
        {/* That a visit was approved says nothing any more once its time is over. */}
        {visit.status !== 'approved' && <StatusBadge appointment={visit} reader="patient" />}
        <Problem visit={visit} />
      </>
    ),
  });
  return { list, entries: rows.map(entryOf) };
}

/** The person's visits and requests that are to come, the latest first as all on a timeline. */
export function useComingEntries(): TimelineSource {
  const { t } = useLingui();
  const list = useInfiniteQuery(upcomingQuery(useApi()));
  const { hasNextPage, isFetching, error, fetchNextPage } = list;
  // They come soonest first: the line begins with the last of them.
  const isWhole = !hasNextPage || error !== null;
  useEffect(() => {
    if (!isWhole && !isFetching) void fetchNextPage();
  }, [isWhole, isFetching, fetchNextPage]);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const entryOf = (visit: Appointment) => ({
    ...shared(visit),
    icon: CalendarClock,
    kind: visit.status === 'approved' ? t`Coming visit` : t`Request`,
    children: (
      <>
        <p className="font-semibold">
          <When at={new Date(visit.appointment_datetime)} zone={visit.time_zone} />
        </p>
        <StatusBadge appointment={visit} reader="patient" />
        <Problem visit={visit} />
      </>
    ),
  });
  return {
    list: { ...list, isPending: list.isPending || !isWhole, hasNextPage: false },
    entries: rows.map(entryOf).toReversed(),
  };
}

const shared = ({ id, appointment_datetime: at, time_zone: zone, healthcare_provider: { name } }: Appointment) => ({
  key: `visit ${id}`,
  at,
  zone,
  title: name,
  to: `/appointment/${id}`,
});

function Problem({ visit }: { visit: Appointment }) {
  return (
    <p dir="auto" className="line-clamp-2 whitespace-pre-line">
      {visit.problem}
    </p>
  );
}
