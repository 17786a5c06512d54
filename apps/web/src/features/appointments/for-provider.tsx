import type { Appointment } from '@carecommons/contract/appointments';
import type { ComponentType } from 'react';
import { GenerateReport } from './all-of-provider.tsx';
import { AppointmentDetails } from './appointment-details.tsx';
import { ChangeButtons } from './change-buttons.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { EarlierVisits } from './earlier-visits.tsx';
import { OutcomeButtons } from './outcome-buttons.tsx';
import { ProposedFor } from './proposal.tsx';
import { useDeciding } from './use-deciding.tsx';

interface Props {
  appointment: Appointment;
  Reports: ComponentType<{ appointmentId: number }>;
}

/** An appointment to its provider: deciding, another time, how it went, earlier visits, reports. */
export function ForProvider({ appointment, Reports }: Props) {
  const { onMake } = useDeciding();
  return (
    <div className="grid gap-4">
      <AppointmentDetails appointment={appointment} reader="provider">
        <ProposedFor appointment={appointment} reader="provider" />
        <DecideButtons appointment={appointment} onMake={onMake} />
        <OutcomeButtons appointment={appointment} onMake={onMake} />
      </AppointmentDetails>
      <ChangeButtons appointment={appointment} />
      <Reports appointmentId={appointment.id} />
      <EarlierVisits appointment={appointment} Reports={Reports} />
      <GenerateReport appointment={appointment} />
    </div>
  );
}
