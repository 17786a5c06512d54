import type { Appointment } from '@carecommons/contract/appointments';
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Stethoscope } from 'lucide-react';
import type { TimelineSource } from '../../../components/ui/timeline.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { historyQuery } from '../api.ts';
import { StatusBadge } from './status-badge.tsx';

/** The person's visits that are over, as a patient sees them on a timeline. */
export function useVisitEntries(): TimelineSource {
  const { t } = useLingui();
  const list = useInfiniteQuery(historyQuery(useApi()));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const entryOf = (visit: Appointment) => ({
    key: `visit ${visit.id}`,
    at: visit.appointment_datetime,
    icon: Stethoscope,
    kind: t`Visit`,
    title: visit.healthcare_provider.name,
    to: `/appointment/${visit.id}`,
    children: (
      <>
        <StatusBadge appointment={visit} reader="patient" />
        <p dir="auto" className="line-clamp-2 whitespace-pre-line">
          {visit.problem}
        </p>
      </>
    ),
  });
  return { list, entries: rows.map(entryOf) };
}
