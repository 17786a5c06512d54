import type { Appointment } from '@carecommons/contract/appointments';
import type { ComponentType } from 'react';
import { GenerateReport } from './calendar/generate-report.tsx';
import { AppointmentDetails } from './visit/appointment-details.tsx';
import { ChangeButtons } from './decisions/change-buttons.tsx';
import { DecideButtons } from './decisions/decide-buttons.tsx';
import { EarlierVisits } from './visit/earlier-visits.tsx';
import { VisitOutcomeButtons } from './decisions/visit-outcome-buttons.tsx';
import { ProposedFor } from './visit/proposal.tsx';
import { useDecisions } from './decisions/use-decisions.tsx';

interface Props {
  appointment: Appointment;
  Reports: ComponentType<{ appointmentId: number }>;
}

/** An appointment to its provider: deciding, another time, how it went, earlier visits, reports. */
export function ForProvider({ appointment, Reports }: Props) {
  const { onMake } = useDecisions();
  return (
    <div className="grid gap-4">
      <AppointmentDetails appointment={appointment} reader="provider">
        <ProposedFor appointment={appointment} reader="provider" />
        <DecideButtons appointment={appointment} onMake={onMake} />
        <VisitOutcomeButtons appointment={appointment} onMake={onMake} />
      </AppointmentDetails>
      <ChangeButtons appointment={appointment} />
      <Reports appointmentId={appointment.id} />
      <EarlierVisits appointment={appointment} Reports={Reports} />
      <GenerateReport appointment={appointment} />
    </div>
  );
}
