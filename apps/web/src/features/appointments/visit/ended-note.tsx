import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { Link } from '../../../lib/navigation.tsx';
import type { Reader } from './status-badge.tsx';

interface Props {
  appointment: Appointment;
  reader: Reader;
}

/** Why there is no visit any more: who ended it, and the reason. */
export function EndedNote({ appointment, reader }: Props) {
  const { status, reason, moved_to_id } = appointment;
  if (status === 'cancelled' && moved_to_id !== null)
    return (
      <p>
        <Trans>
          This was moved to{' '}
          <Link to={`/appointment/${moved_to_id}`} className="font-semibold text-primary underline underline-offset-4">
            another time
          </Link>
          .
        </Trans>
      </p>
    );
  if (status !== 'declined' && status !== 'cancelled' && status !== 'expired') return null;
  return (
    <div className="grid gap-1">
      <p>
        <ByWhom appointment={appointment} reader={reader} />
      </p>
      {reason !== null && (
        <p dir="auto" className="max-w-read whitespace-pre-line text-muted">
          “{reason}”
        </p>
      )}
    </div>
  );
}

function ByWhom({ appointment, reader }: Props) {
  const { status, ended_by, proposed_by, healthcare_provider, user } = appointment;
  const other = (reader === 'patient' ? healthcare_provider : user).name;
  if (status === 'expired')
    return proposed_by === reader ? (
      <Trans>{other} did not answer in time.</Trans>
    ) : (
      <Trans>You did not answer in time.</Trans>
    );
  if (ended_by === reader)
    return status === 'declined' ? <Trans>You declined this time.</Trans> : <Trans>You cancelled this.</Trans>;
  if (ended_by === null || ended_by === 'time') return <Trans>This visit will not take place.</Trans>;
  return status === 'declined' ? <Trans>{other} declined this time.</Trans> : <Trans>{other} cancelled this.</Trans>;
}
