import { sideOf } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { VisitsFrame } from '../../components/visits-frame.tsx';
import { When } from '../../components/ui/when.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { useAppointmentsPath, usePerson } from '../../lib/session/role.ts';
import { visitsInBriefQuery } from './api.ts';
import { useLiveAppointments } from './live.ts';

const linkClass =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4';

/** On the home page of a person: the next visit that is confirmed, and the requests that wait for an answer. */
export function HomeVisits({ unread }: { unread: ReactNode }) {
  const person = usePerson();
  const appointments = useAppointmentsPath();
  const { data } = useQuery(visitsInBriefQuery(useApi()));
  useLiveAppointments();
  if (person === undefined || data === undefined) return <VisitsFrame unread={unread} />;
  const { next, as_patient: asPatient, as_provider: asProvider } = data;
  const none = asPatient.count === 0 && asProvider.count === 0;
  return (
    <VisitsFrame
      unread={unread}
      all={
        <Link to={appointments} className={linkClass}>
          <Trans>All your appointments</Trans>
          <ArrowRight size={20} className="rtl:rotate-180" aria-hidden />
        </Link>
      }
      next={next === null ? undefined : <Visit appointment={next} provides={sideOf(person, next) === 'provider'} />}
      // A provider may be somebody's patient too.
      waiting={
        none ? (
          <NoRequest mayAsk={person.role !== 'healthcare_provider'} />
        ) : (
          <div className="grid gap-2">
            <Waiting {...asProvider} provides />
            <Waiting {...asPatient} provides={false} />
          </div>
        )
      }
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
      <p className="mb-2 truncate text-muted">{(provides ? user : healthcare_provider).name}</p>
      {/* The other words of a state would be among the texts that the home page loads first. */}
      <Badge variant="good" icon={CircleCheck}>
        <Trans>Approved</Trans>
      </Badge>
    </>
  );
}

/** Nothing waits; patients are shown the way to ask. */
function NoRequest({ mayAsk }: { mayAsk: boolean }) {
  return (
    <>
      <p className="mt-2">
        <Trans>No request is waiting.</Trans>
      </p>
      {mayAsk && (
        <Link to="/providers" className={linkClass}>
          <Trans>Find a provider</Trans>
          <ArrowRight size={20} className="rtl:rotate-180" aria-hidden />
        </Link>
      )}
    </>
  );
}

interface WaitingProps {
  count: number;
  first: Appointment | null;
  provides: boolean;
}

function Waiting({ count, first, provides }: WaitingProps) {
  if (first === null) return null;
  const { id, appointment_datetime, expires_at, time_zone, proposed_by, offered, healthcare_provider, user } = first;
  const until = expires_at && <When at={new Date(expires_at)} zone={time_zone} />;
  return (
    <div>
      <Link
        to={count === 1 ? `/appointment/${id}` : provides ? '/book/provider' : '/book'}
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
        <p className="text-accent">
          {proposed_by === 'patient' ? (
            <Trans>Requested — not yet confirmed</Trans>
          ) : offered ? (
            <Trans>A time became free for you</Trans>
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
    </div>
  );
}
