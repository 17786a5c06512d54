import type { Appointment } from '@carecommons/contract/appointments';
import type { ComponentType } from 'react';
import { GenerateReport } from './all-of-provider.tsx';
import { ChangeButtons } from './change-buttons.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { EarlierVisits } from './earlier-visits.tsx';
import { OutcomeButtons } from './outcome-buttons.tsx';
import { ProposedFor, useProposal } from './proposal.tsx';
import { useDeciding } from './use-deciding.tsx';

interface Props {
  appointment: Appointment;
  Reports: ComponentType<{ appointmentId: number }>;
}

/** What a provider sees and does besides: earlier visits, reports, deciding, another time, how it went, a report of this one. */
export function ForProvider({ appointment, Reports }: Props) {
  const { onMake, outcome } = useDeciding();
  const proposal = useProposal(appointment, 'provider');
  return (
    <div className="grid gap-4">
      <Reports appointmentId={appointment.id} />
      <EarlierVisits appointment={appointment} Reports={Reports} />
      {proposal && <ProposedFor proposal={proposal} reader="provider" />}
      <DecideButtons appointment={appointment} onMake={onMake} />
      <ChangeButtons appointment={appointment} proposed={proposal !== undefined} />
      <OutcomeButtons appointment={appointment} onMake={onMake} />
      {outcome}
      <GenerateReport appointment={appointment} />
    </div>
  );
}
