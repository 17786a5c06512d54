import { canMove, sideOf } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { Ban, CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { When } from '../../components/ui/when.tsx';
import { dial } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { usePerson } from '../../lib/role.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface Props {
  appointment: Appointment;
  /** Whether another time waits for an answer already. */
  proposed?: boolean;
}

/** Another time, or none: the buttons for whoever can still do it, else whom to phone. */
export function ChangeButtons({ appointment, proposed = false }: Props) {
  const person = usePerson();
  const now = useNow();
  const [open, setOpen] = useState<'move' | 'cancel'>();
  const side = person && sideOf(person, appointment);
  if (person === undefined || side === undefined) return null;
  const { status, appointment_datetime, cancel_until, time_zone, healthcare_provider: provider } = appointment;
  const mayMove = !proposed && !provider.suspended && canMove('move', person, appointment, now);
  const mayCancel = canMove('cancel', person, appointment, now);
  const bound = side === 'patient' && status === 'approved' && new Date(appointment_datetime) > now;
  const onClose = () => setOpen(undefined);
  return (
    <div className="grid gap-2">
      {(mayMove || mayCancel) && (
        <div className="flex flex-wrap gap-2">
          {mayMove && (
            <Button look={status === 'approved' ? 'quiet' : 'plain'} onClick={() => setOpen('move')}>
              <CalendarClock size={20} aria-hidden />
              {side === 'provider' ? <Trans>Propose another time</Trans> : <Trans>Ask for another time</Trans>}
            </Button>
          )}
          {mayCancel && (
            <Button look="plain" onClick={() => setOpen('cancel')}>
              <Ban size={20} aria-hidden />
              {status === 'approved' ? <Trans>Cancel the visit</Trans> : <Trans>Take the request back</Trans>}
            </Button>
          )}
        </div>
      )}
      {bound && (
        <p className="text-sm text-muted">
          {mayCancel ? (
            <Trans>
              You can cancel until <When at={new Date(cancel_until)} zone={time_zone} />.
            </Trans>
          ) : (
            <Trans>
              It is too late to cancel here. If you cannot come, please phone {provider.name}:{' '}
              <a href={dial(provider.phone)} className="tabular text-primary underline underline-offset-4">
                {provider.phone}
              </a>
            </Trans>
          )}
        </p>
      )}
      {open === 'move' && <MoveDialog appointment={appointment} side={side} onClose={onClose} />}
      {open === 'cancel' && <CancelDialog appointment={appointment} side={side} onClose={onClose} />}
    </div>
  );
}
