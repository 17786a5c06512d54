import type { Status } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, CalendarClock, CircleCheck, Clock, Hourglass, type LucideIcon, UserX, X } from 'lucide-react';
import { Badge, type BadgeVariant } from '../../../components/ui/badge.tsx';
import { useNow } from '../../../lib/texts/now.ts';

/** Which of an appointment's two people looks at it. */
export type Reader = 'patient' | 'provider';

/** The state of an appointment as a variant of the badge, an icon and a word. */
export function useStateOf(reader: Reader) {
  const { t } = useLingui();
  return ({ status, moved_to_id, offered }: Pick<Appointment, 'status' | 'moved_to_id' | 'offered'>) => {
    const states: Record<Status, [variant: BadgeVariant, icon: LucideIcon, word: string]> = {
      requested: ['waiting', Clock, reader === 'patient' ? t`Pending Approval` : t`Not Approved`],
      approved: ['good', CircleCheck, t`Approved`],
      declined: ['bad', X, t`Declined`],
      cancelled: moved_to_id === null ? ['bad', Ban, t`Cancelled`] : ['quiet', CalendarClock, t`Moved`],
      expired: ['quiet', Hourglass, t`Expired`],
      completed: ['quiet', CircleCheck, t`Completed`],
      no_show: ['quiet', UserX, t`Did not come`],
    };
    // A time of the waiting list: whoever waited for it answers.
    if (offered && status === 'requested') states.requested = ['hint', CalendarClock, t`Offer`];
    return states[status];
  };
}

/** The state of an appointment as a word with its mark; a visit that is over says so, and a request that it is one to who asked for it. */
export function StatusBadge({ appointment, reader }: { appointment: Appointment; reader: Reader }) {
  const { status, proposed_by, offered, ends_at } = appointment;
  const [variant, icon, word] = useStateOf(reader)(appointment);
  const now = useNow();
  // Until its provider says how it went.
  const over = status === 'approved' && new Date(ends_at) <= now;
  return (
    <div className="grid justify-items-start gap-1">
      <Badge variant={over ? 'quiet' : variant} icon={icon}>
        {word}
      </Badge>
      {over && (
        <p className="text-sm text-muted">
          <Trans>This visit is over</Trans>
        </p>
      )}
      {status === 'requested' && reader === 'patient' && (
        <p className="text-sm text-muted">
          {proposed_by === 'patient' ? (
            <Trans>Requested — not yet confirmed</Trans>
          ) : offered ? (
            <Trans>Offered to you — not yet confirmed</Trans>
          ) : (
            <Trans>Proposed to you — not yet confirmed</Trans>
          )}
        </p>
      )}
    </div>
  );
}
