import type { Appointment } from '@carecommons/contract/appointments';
import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { VisitsFrame } from '../../components/visits-frame.tsx';
import { When } from '../../components/ui/when.tsx';
import { useApi } from '../../lib/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { useRole } from '../../lib/role.ts';
import { upcomingOfProviderQuery, upcomingQuery } from './api.ts';
import { useLiveAppointments } from './live.ts';

/** On the home page of a person: the next visit that is confirmed, and the requests that wait for an answer. */
export function HomeVisits() {
  const api = useApi();
  const role = useRole();
  useLiveAppointments();
  const provides = role === 'healthcare_provider';
  const { data } = useInfiniteQuery({
    ...(provides ? upcomingOfProviderQuery(api, 'healthcare_provider') : upcomingQuery(api)),
    enabled: role !== undefined,
  });
  if (data === undefined) return <VisitsFrame />;
  const rows = data.pages[0]?.rows ?? [];
  const next = rows.find(({ is_approved }) => is_approved);
  // What asks for an answer of one's own comes first, then what waits longest.
  const own = provides ? 'patient' : 'provider';
  const waiting = rows
    .filter(({ status, proposed_by }) => status === 'requested' && (!provides || proposed_by === own))
    .toSorted(
      (one, other) =>
        Number(other.proposed_by === own) - Number(one.proposed_by === own) ||
        Date.parse(one.requested_at) - Date.parse(other.requested_at),
    );
  const all = provides ? '/book/provider' : '/book';
  return (
    <VisitsFrame
      all={
        <Link
          to={all}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
        >
          <Trans>All your appointments</Trans>
          <ArrowRight size={20} className="rtl:rotate-180" aria-hidden />
        </Link>
      }
      next={next === undefined ? undefined : <Visit appointment={next} provides={provides} />}
      waiting={waiting[0] && <Waiting first={waiting[0]} count={waiting.length} provides={provides} all={all} />}
    />
  );
}

function Visit({ appointment, provides }: { appointment: Appointment; provides: boolean }) {
  const { id, appointment_datetime, time_zone, healthcare_provider, user } = appointment;
  return (
    <>
      <Link
        to={`/appointment/${id}`}
        className="inline-flex min-h-11 flex-wrap items-center gap-x-2 text-lg font-semibold hover:text-primary hover:underline hover:underline-offset-4"
      >
        <When at={new Date(appointment_datetime)} zone={time_zone} />
      </Link>
      <p className="truncate text-muted">{(provides ? user : healthcare_provider).name}</p>
    </>
  );
}

interface WaitingProps {
  first: Appointment;
  count: number;
  provides: boolean;
  all: string;
}

function Waiting({ first, count, provides, all }: WaitingProps) {
  const { id, appointment_datetime, expires_at, time_zone, proposed_by, healthcare_provider, user } = first;
  const until = expires_at && <When at={new Date(expires_at)} zone={time_zone} />;
  return (
    <>
      <Link
        to={count === 1 ? `/appointment/${id}` : all}
        className="inline-flex min-h-11 flex-wrap items-center gap-x-2 text-lg font-semibold hover:text-primary hover:underline hover:underline-offset-4"
      >
        {count === 1 ? (
          <When at={new Date(appointment_datetime)} zone={time_zone} />
        ) : provides ? (
          <Plural value={count} one="# request waits for you" other="# requests wait for you" />
        ) : (
          <Plural value={count} one="# request waits" other="# requests wait" />
        )}
      </Link>
      <p className="truncate text-muted">{(provides ? user : healthcare_provider).name}</p>
      {!provides && (
        <p className="truncate text-accent">
          {proposed_by === 'patient' ? (
            <Trans>Requested — not yet confirmed</Trans>
          ) : (
            <Trans>Waiting for your answer</Trans>
          )}
        </p>
      )}
      {until && (
        <p className="text-sm text-muted">
          <Trans>To be answered by {until}</Trans>
        </p>
      )}
    </>
  );
}
