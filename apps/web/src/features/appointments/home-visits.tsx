import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { When } from '../../components/ui/when.tsx';
import { useApi } from '../../lib/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { upcomingQuery } from './api.ts';
import { StatusBadge } from './status-badge.tsx';

const shownAtMost = 3;

/** On the home page of a patient: the next visit, and the requests that wait. Nothing where there is neither. */
export function HomeVisits() {
  const { data } = useInfiniteQuery(upcomingQuery(useApi()));
  const rows = data?.pages[0]?.rows ?? [];
  const next = rows.filter(({ is_approved }) => is_approved).slice(0, 1);
  const waiting = rows.filter(({ status }) => status === 'requested');
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="your-visits" className="page grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="your-visits" className="text-xl md:text-2xl">
          <Trans>Your visits</Trans>
        </h2>
        <Link
          to="/book"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
        >
          <Trans>All your appointments</Trans>
          <ArrowRight size={20} className="rtl:rotate-180" aria-hidden />
        </Link>
      </div>
      <ul className="grid gap-3">
        {[...next, ...waiting].slice(0, shownAtMost).map((row) => (
          <li key={row.id}>
            <Line appointment={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ appointment }: { appointment: Appointment }) {
  const { id, appointment_datetime, time_zone, healthcare_provider, is_approved } = appointment;
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border bg-surface p-4 ${is_approved ? 'border-primary' : 'border-line'}`}
    >
      <div>
        <Link
          to={`/appointment/${id}`}
          className="inline-flex min-h-11 flex-wrap items-center gap-x-2 text-lg font-semibold hover:text-primary hover:underline hover:underline-offset-4"
        >
          <When at={new Date(appointment_datetime)} zone={time_zone} />
        </Link>
        <p className="text-muted">{healthcare_provider.name}</p>
      </div>
      <StatusBadge appointment={appointment} reader="patient" />
    </div>
  );
}
