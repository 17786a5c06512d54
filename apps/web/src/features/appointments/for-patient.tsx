import type { Appointment } from '@carecommons/contract/appointments';
import { AppointmentDetails } from './visit/appointment-details.tsx';
import { ChangeButtons } from './decisions/change-buttons.tsx';
import { DecideButtons } from './decisions/decide-buttons.tsx';
import { OtherTimes } from './visit/other-times.tsx';
import { ProposedFor } from './visit/proposal.tsx';
import { useDecisions } from './decisions/use-decisions.tsx';

/** What a patient can do with an appointment: answer a proposal, book again, move or cancel it. */
export function ForPatient({ appointment }: { appointment: Appointment }) {
  const { onMake } = useDecisions();
  return (
    <div className="grid gap-4">
      <AppointmentDetails appointment={appointment} reader="patient">
        <ProposedFor appointment={appointment} reader="patient" />
        <DecideButtons appointment={appointment} onMake={onMake} />
        <OtherTimes appointment={appointment} />
      </AppointmentDetails>
      <ChangeButtons appointment={appointment} />
    </div>
  );
}
