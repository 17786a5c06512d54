import { canMove } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/now.ts';
import { usePerson } from '../../lib/role.ts';

interface Props {
  appointment: Appointment;
  onApprove: (appointment: Appointment) => void;
}

/** Approves a request in one press; only there for whom the server would let do it. */
export function ApproveButton({ appointment, onApprove }: Props) {
  const person = usePerson();
  const now = useNow();
  if (person === undefined || appointment.healthcare_provider.suspended) return null;
  if (!canMove('approve', person, appointment, now)) return null;
  return (
    <Button className="w-full md:w-auto md:justify-self-start" onClick={() => onApprove(appointment)}>
      <Check size={20} aria-hidden />
      <Trans>Approve</Trans>
    </Button>
  );
}
