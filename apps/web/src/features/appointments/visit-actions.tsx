import type { Appointment } from '@carecommons/contract/appointments';
import type { ComponentType } from 'react';
import { ChangeButtons } from './change-buttons.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { EarlierVisits } from './earlier-visits.tsx';
import type { Made } from './moves.ts';
import { OutcomeButtons } from './outcome-buttons.tsx';
import { ProposedFor } from './proposal.tsx';

interface Props {
  row: Appointment;
  onMake: (made: Made) => void;
  Reports: ComponentType<{ appointmentId: number }>;
}

/** What a provider may do with a request: decide, knowing the earlier visits, or ask for another time. */
export function RequestActions({ row, onMake, Reports }: Props) {
  return (
    <>
      <EarlierVisits appointment={row} Reports={Reports} />
      <DecideButtons appointment={row} onMake={onMake} />
      <Change row={row} />
    </>
  );
}

/** What a provider may do with a confirmed visit: say how it went, propose another time, or cancel it. */
export function VisitActions({ row, onMake }: Omit<Props, 'Reports'>) {
  return (
    <>
      <OutcomeButtons appointment={row} onMake={onMake} />
      <Change row={row} />
    </>
  );
}

/** Another time for one of the rows, or none; or the time that is proposed for it already. */
function Change({ row }: { row: Appointment }) {
  return (
    <>
      <ProposedFor appointment={row} reader="provider" />
      <ChangeButtons appointment={row} />
    </>
  );
}
