import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { QueryList } from '../../../components/ui/query-list.tsx';
import { When } from '../../../components/ui/when.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { Link } from '../../../lib/navigation.tsx';
import { earlierVisitsQuery } from '../api.ts';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  appointment: Appointment;
  /** The reports that the provider wrote after one visit. */
  Reports: ComponentType<{ appointmentId: number }>;
}

/** What a provider already knows of a patient, fetched when it is opened: the earlier visits and their reports. */
export function EarlierVisits({ appointment, Reports }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group rounded-control border border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-control px-3 font-semibold hover:bg-raised [&::-webkit-details-marker]:hidden">
        <ChevronRight size={20} className="shrink-0 group-open:rotate-90 rtl:rotate-180" aria-hidden />
        <Trans>Earlier visits with you</Trans>
      </summary>
      {open && <Visits appointment={appointment} Reports={Reports} />}
    </details>
  );
}

function Visits({ appointment, Reports }: Props) {
  const list = useInfiniteQuery(earlierVisitsQuery(useApi(), appointment.id));
  return (
    <div className="px-3 pb-3">
      <QueryList
        list={list}
        failure={<Trans>The earlier visits could not be loaded.</Trans>}
        empty={
          <p className="text-muted">
            <Trans>This would be the first visit.</Trans>
          </p>
        }
      >
        {(visits) => (
          <ul className="grid divide-y divide-line">
            {visits.map((visit) => (
              <li key={visit.id} className="grid gap-1 py-2">
                <div className="flex flex-wrap items-center justify-between gap-x-4">
                  <Link
                    to={`/appointment/${visit.id}`}
                    className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
                  >
                    <span>
                      <When at={new Date(visit.appointment_datetime)} zone={visit.time_zone} />
                    </span>
                  </Link>
                  <StatusBadge appointment={visit} reader="provider" />
                </div>
                <p dir="auto" className="line-clamp-3 whitespace-pre-line">
                  {visit.problem}
                </p>
                <Reports appointmentId={visit.id} />
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </div>
  );
}
