import { isWithoutContact } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { When } from '../../../components/ui/when.tsx';
import { dial } from '../../../lib/texts/format.ts';
import { Link } from '../../../lib/navigation.tsx';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import { KindLine } from './kind-line.tsx';
import { StatusNote } from './status-note.tsx';
import { type Reader, StatusBadge } from './status-badge.tsx';

interface Props {
  appointment: Appointment;
  reader: Reader;
  /** The level of its heading in the page's outline. */
  heading: 'h2' | 'h3' | 'h4';
  /** For the one that comes next. */
  large?: boolean;
  /** What may be done with it. */
  children?: ReactNode;
}

/** An appointment at a glance: when, with whom, its state, and what it is about. The time leads to its page. */
export function AppointmentCard({ appointment, reader, heading: Heading, large = false, children }: Props) {
  const { id, appointment_datetime, time_zone, problem, healthcare_provider, user } = appointment;
  const patientName = usePatientName();
  const other = reader === 'patient' ? healthcare_provider : { ...user, name: patientName(user) };
  return (
    <article
      className={`grid gap-3 rounded-card border bg-surface p-4 ${large ? 'border-primary md:p-6' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Heading className={`font-semibold ${large ? 'text-2xl' : 'text-lg'}`}>
          <Link
            to={`/appointment/${id}`}
            className="inline-flex min-h-11 flex-wrap items-center gap-x-2 hover:text-primary hover:underline hover:underline-offset-4"
          >
            <When at={new Date(appointment_datetime)} zone={time_zone} />
          </Link>
        </Heading>
        <StatusBadge appointment={appointment} reader={reader} />
      </div>
      <StatusNote appointment={appointment} reader={reader} />
      <div className="flex items-center gap-3">
        <Avatar name={other.name} />
        <div className="min-w-0">
          <p className="font-semibold">{other.name}</p>
          <KindLine appointment={appointment} />
          {reader === 'provider' && isWithoutContact(user) && (
            <p className="text-sm text-muted">
              <Trans>Contact details are no longer shown.</Trans>
            </p>
          )}
          {other.phone !== '' && (
            <a
              href={dial(other.phone)}
              className="tabular inline-flex min-h-11 items-center text-sm text-primary underline underline-offset-4"
            >
              {other.phone}
            </a>
          )}
        </div>
      </div>
      {problem !== '' && (
        <p
          dir="auto"
          className={`max-w-read whitespace-pre-line ${reader === 'patient' ? 'line-clamp-3' : 'line-clamp-6'}`}
        >
          {problem}
        </p>
      )}
      {children}
    </article>
  );
}
