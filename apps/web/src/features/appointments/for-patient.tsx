import type { Appointment } from '@carecommons/contract/appointments';
import { ChangeButtons } from './change-buttons.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { Instead } from './instead.tsx';
import { ProposedFor, useProposal } from './proposal.tsx';
import { useDeciding } from './use-deciding.tsx';

/** What a patient can do: answer what is proposed, choose another time, cancel, or book anew. */
export function ForPatient({ appointment }: { appointment: Appointment }) {
  const { onMake, outcome } = useDeciding();
  const proposal = useProposal(appointment, 'patient');
  return (
    <div className="grid gap-4">
      {proposal && <ProposedFor proposal={proposal} reader="patient" />}
      <DecideButtons appointment={appointment} onMake={onMake} />
      <ChangeButtons appointment={appointment} proposed={proposal !== undefined} />
      <Instead appointment={appointment} />
      {outcome}
    </div>
  );
}
