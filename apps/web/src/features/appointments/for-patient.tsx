import type { Appointment } from '@carecommons/contract/appointments';
import { AppointmentDetails } from './appointment-details.tsx';
import { ChangeButtons } from './change-buttons.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { Instead } from './instead.tsx';
import { ProposedFor } from './proposal.tsx';
import { useDeciding } from './use-deciding.tsx';

/** An appointment to its patient: answering what is proposed, booking anew, another time, cancelling. */
export function ForPatient({ appointment }: { appointment: Appointment }) {
  const { onMake } = useDeciding();
  return (
    <div className="grid gap-4">
      <AppointmentDetails appointment={appointment} reader="patient">
        <ProposedFor appointment={appointment} reader="patient" />
        <DecideButtons appointment={appointment} onMake={onMake} />
        <Instead appointment={appointment} />
      </AppointmentDetails>
      <ChangeButtons appointment={appointment} />
    </div>
  );
}
