import { isOpen } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { When } from '../../../components/ui/when.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { Link } from '../../../lib/navigation.tsx';
import { appointmentQuery } from '../api.ts';
import type { Reader } from './status-badge.tsx';

const linkClass = 'font-semibold text-primary underline underline-offset-4';

/** Of a proposed time: the one that it would take the place of, which stays until then. */
export function MovesFrom({ appointment, reader }: { appointment: Appointment; reader: Reader }) {
  const { moves_id, proposed_by, status, healthcare_provider, user, reason } = appointment;
  const { data: before } = useQuery({ ...appointmentQuery(useApi(), moves_id ?? 0), enabled: moves_id !== null });
  // Where it took that place, it is a visit like any other.
  if (before === undefined || before.moved_to_id === appointment.id) return null;
  const other = (reader === 'patient' ? healthcare_provider : user).name;
  const old = (
    <Link to={`/appointment/${before.id}`} className={linkClass}>
      <When at={new Date(before.appointment_datetime)} zone={before.time_zone} />
    </Link>
  );
  const proposed = (
    <strong>
      <When at={new Date(appointment.appointment_datetime)} zone={appointment.time_zone} />
    </strong>
  );
  return (
    <div className="grid gap-1 rounded-control bg-raised px-3 py-2">
      <p>
        {proposed_by === reader ? (
          <Trans>You proposed another time.</Trans>
        ) : (
          <Trans>{other} proposes another time.</Trans>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        {old}
        <ArrowRight size={20} className="shrink-0 text-muted rtl:rotate-180" aria-hidden />
        <span className="sr-only">
          <Trans>new time:</Trans>
        </span>
        {proposed}
      </p>
      {reason !== null && status === 'requested' && (
        <p dir="auto" className="whitespace-pre-line">
          “{reason}”
        </p>
      )}
      {isOpen(before.status) && (
        <p className="text-sm text-muted">
          {status !== 'requested' ? (
            <Trans>The old time stays.</Trans>
          ) : before.status === 'approved' ? (
            <Trans>The visit stays at the old time until the new one is accepted.</Trans>
          ) : (
            <Trans>The request for the old time stays until the new one is accepted.</Trans>
          )}
        </p>
      )}
    </div>
  );
}

/** Says on an appointment that another time is proposed for it, where one is, and leads there. */
export function ProposedFor({
  appointment: { proposal, time_zone },
  reader,
}: {
  appointment: Appointment;
  reader: Reader;
}) {
  if (proposal === null) return null;
  const to = (
    <Link to={`/appointment/${proposal.id}`} className={linkClass}>
      <When at={new Date(proposal.appointment_datetime)} zone={time_zone} />
    </Link>
  );
  return (
    <p className="rounded-control bg-accent-soft px-3 py-2 text-accent">
      {proposal.proposed_by === reader ? (
        <Trans>You proposed another time: {to}. This one stays until it is accepted.</Trans>
      ) : (
        <Trans>Another time is proposed to you: {to}. This one stays until you accept it.</Trans>
      )}
    </p>
  );
}
