import { hindranceTo } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { When } from '../../../components/ui/when.tsx';
import { dial } from '../../../lib/texts/format.ts';
import { useNow } from '../../../lib/texts/now.ts';
import { usePerson } from '../../../lib/session/role.ts';

/** To the patient of a visit: until when it can be cancelled and moved here; and where it is too late for something, whom to phone. */
export function CutOffs({ appointment }: { appointment: Appointment }) {
  const person = usePerson();
  const now = useNow();
  const {
    status,
    appointment_datetime,
    cancel_until,
    move_until,
    time_zone,
    healthcare_provider: provider,
  } = appointment;
  const toCome = status === 'approved' && new Date(appointment_datetime) > now;
  if (person?.user_id !== appointment.user.user || !toCome) return null;
  const isTooLate = (move: 'cancel' | 'move') => hindranceTo(move, person, appointment, now) === 'cut-off passed';
  const phone = (
    <a
      href={dial(provider.phone)}
      className="tabular inline-flex min-h-11 items-center text-primary underline underline-offset-4"
    >
      {provider.phone}
    </a>
  );
  return (
    <p className="text-sm text-muted">
      {isTooLate('cancel') ? (
        <Trans>
          It is too late to cancel here. If you cannot come, please phone {provider.name}: {phone}
        </Trans>
      ) : (
        <Trans>
          You can cancel until <When at={new Date(cancel_until)} zone={time_zone} />.
        </Trans>
      )}{' '}
      {!isTooLate('move') ? (
        <Trans>
          You can ask for another time until <When at={new Date(move_until)} zone={time_zone} />.
        </Trans>
      ) : (
        !isTooLate('cancel') && (
          <Trans>
            It is too late to ask for another time here. If you need one, please phone {provider.name}: {phone}
          </Trans>
        )
      )}
    </p>
  );
}
