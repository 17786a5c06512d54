import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { When } from '../../../components/ui/when.tsx';
import { useNow } from '../../../lib/texts/now.ts';
import { isUrgent } from './is-urgent.ts';
import type { Reader } from './status-badge.tsx';

/** Until when a request can be answered, and by whom; in the colour of what waits once half of that time is over. */
export function Deadline({ appointment, reader }: { appointment: Appointment; reader: Reader }) {
  const now = useNow();
  const { requested_at, expires_at, time_zone, proposed_by, offered, healthcare_provider, user } = appointment;
  if (expires_at === null) return null;
  const answers = reader !== proposed_by;
  const other = (reader === 'patient' ? healthcare_provider : user).name;
  const until = <When at={new Date(expires_at)} zone={time_zone} />;
  const urgent = answers && isUrgent({ requested_at, expires_at }, now);
  return (
    <p className={`flex items-start gap-2 ${urgent ? 'font-semibold text-accent' : 'text-muted'}`}>
      <Clock size={20} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        {new Date(expires_at) <= now ? (
          <Trans>The time to answer is over.</Trans>
        ) : !answers ? (
          <Trans>
            {other} can answer until {until}
          </Trans>
        ) : offered ? (
          <Trans>Held for you until {until}</Trans>
        ) : (
          <Trans>Answer by {until}</Trans>
        )}
      </span>
    </p>
  );
}
