import { canMove, sideOf } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import { useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useNow } from '../../../lib/texts/now.ts';
import { usePerson } from '../../../lib/session/role.ts';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import { DoneToast } from './done-toast.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import type { CompletedMove } from './make-move.ts';
import { closeToast, releaseToast, offerAnchor, onToastsChange, anchorOf, readToasts, claimToast } from './toasts.ts';

interface Props {
  appointment: Appointment;
  onMake: (made: CompletedMove) => void;
}

/** The answer to a request, or to a time that the other side proposes; only there for whom the server would let do it. */
export function DecideButtons({ appointment, onMake }: Props) {
  const { id } = appointment;
  const person = usePerson();
  const now = useNow();
  const { t } = useLingui();
  const patientName = usePatientName();
  const anchor = useId();
  const { done } = useSyncExternalStore(onToastsChange, readToasts, readToasts);
  const [declining, setDeclining] = useState(false);
  useLayoutEffect(() => {
    offerAnchor(id, anchor);
    return () => releaseToast(id, anchor);
  }, [id, anchor]);
  function make(made: CompletedMove) {
    claimToast(id, anchor);
    onMake(made);
  }
  const toast = done.find((one) => one.appointmentId === id && anchorOf(one) === anchor);
  if (toast !== undefined) {
    return (
      <DoneToast
        key={toast.key}
        message={toast.message}
        until={toast.until}
        quiet={toast.oneOfSeveral}
        onUndo={toast.onUndo}
        onEnd={() => closeToast(toast.key)}
        className="flex-wrap justify-end rounded-control bg-success-soft px-3 py-1"
      />
    );
  }
  const side = person && sideOf(person, appointment);
  if (person === undefined || side === undefined || !canMove('decline', person, appointment, now)) return null;
  const name = side === 'provider' ? patientName(appointment.user) : appointment.healthcare_provider.name;
  const mayApprove = canMove('approve', person, appointment, now) && !appointment.healthcare_provider.suspended;
  return (
    <div className="grid grid-cols-2 gap-2 md:flex">
      {mayApprove && (
        <Button
          className="md:min-w-40"
          aria-label={side === 'provider' ? t`Approve: ${name}` : t`Accept: ${name}`}
          // The second press of a double click was meant for what was here before.
          onClick={({ detail }) => detail < 2 && make({ move: 'approve', appointment, side })}
        >
          <Check size={20} aria-hidden />
          {side === 'provider' ? <Trans>Approve</Trans> : <Trans>Accept</Trans>}
        </Button>
      )}
      <Button
        variant="quiet"
        className="md:min-w-40"
        aria-label={t`Decline: ${name}`}
        onClick={() => setDeclining(true)}
      >
        <X size={20} aria-hidden />
        <Trans>Decline</Trans>
      </Button>
      {declining && (
        <DeclineDialog
          appointment={appointment}
          side={side}
          onDecline={(reason) => {
            setDeclining(false);
            make({ move: 'decline', appointment, side, reason });
          }}
          onClose={() => setDeclining(false)}
        />
      )}
    </div>
  );
}
