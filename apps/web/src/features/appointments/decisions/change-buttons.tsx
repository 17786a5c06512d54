import { canMove, sideOf } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Ban, CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '../../../components/ui/alert-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useNow } from '../../../lib/texts/now.ts';
import { usePerson } from '../../../lib/session/role.ts';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import { freeTimesQuery } from '../api.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CutOffs } from '../visit/cut-offs.tsx';
import { MoveDialog } from './move-dialog.tsx';

/** Another time, or none: the buttons for whoever can still do it, else whom to phone. */
export function ChangeButtons({ appointment }: { appointment: Appointment }) {
  const person = usePerson();
  const now = useNow();
  const { t } = useLingui();
  const patientName = usePatientName();
  const [open, setOpen] = useState<'move' | 'cancel'>();
  // Known before its form opens, so that it begins with them.
  const free = useQuery({ ...freeTimesQuery(useApi(), appointment.id), enabled: open === 'move' });
  const side = person && sideOf(person, appointment);
  if (person === undefined || side === undefined) return null;
  const { status, proposed_by, moves_id, proposal, healthcare_provider: provider } = appointment;
  // One time at once is proposed.
  const mayMove = proposal === null && !provider.suspended && canMove('move', person, appointment, now);
  const mayCancel = canMove('cancel', person, appointment, now);
  const isProposal = moves_id !== null || proposed_by === 'provider';
  const moveTitle = side === 'provider' ? <Trans>Propose another time</Trans> : <Trans>Ask for another time</Trans>;
  const name = side === 'provider' ? patientName(appointment.user) : provider.name;
  const onClose = () => setOpen(undefined);
  return (
    <div className="grid gap-2 empty:hidden">
      {(mayMove || mayCancel) && (
        <div className="flex flex-wrap gap-2">
          {mayMove && (
            <Button
              variant={status === 'approved' ? 'quiet' : 'plain'}
              className="flex-auto md:flex-none"
              aria-label={side === 'provider' ? t`Propose another time: ${name}` : t`Ask for another time: ${name}`}
              onClick={() => setOpen('move')}
            >
              <CalendarClock size={20} aria-hidden />
              {moveTitle}
            </Button>
          )}
          {mayCancel && (
            <Button
              variant="plain"
              className="flex-auto md:flex-none"
              aria-label={
                status === 'approved'
                  ? t`Cancel the visit: ${name}`
                  : isProposal
                    ? t`Take the proposal back: ${name}`
                    : t`Take the request back: ${name}`
              }
              onClick={() => setOpen('cancel')}
            >
              <Ban size={20} aria-hidden />
              {status === 'approved' ? (
                <Trans>Cancel the visit</Trans>
              ) : isProposal ? (
                <Trans>Take the proposal back</Trans>
              ) : (
                <Trans>Take the request back</Trans>
              )}
            </Button>
          )}
        </div>
      )}
      <CutOffs appointment={appointment} />
      {open === 'move' &&
        (free.isPending ? (
          <AlertDialog
            title={moveTitle}
            onClose={onClose}
            actions={
              <Button variant="quiet" onClick={onClose}>
                <Trans>Back</Trans>
              </Button>
            }
          >
            <Skeleton className="h-80" />
          </AlertDialog>
        ) : (
          <MoveDialog appointment={appointment} side={side} onClose={onClose} />
        ))}
      {open === 'cancel' && <CancelDialog appointment={appointment} side={side} onClose={onClose} />}
    </div>
  );
}
