import type { Appointment } from '@carecommons/contract/appointments';
import type { ComponentType } from 'react';
import { GenerateReport } from './generate-report.tsx';
import { ChangeButtons } from '../decisions/change-buttons.tsx';
import { DecideButtons } from '../decisions/decide-buttons.tsx';
import { EarlierVisits } from '../visit/earlier-visits.tsx';
import type { CompletedMove } from '../decisions/make-move.ts';
import { VisitOutcomeButtons } from '../decisions/visit-outcome-buttons.tsx';
import { ProposedFor } from '../visit/proposal.tsx';

interface Props {
  row: Appointment;
  onMake: (made: CompletedMove) => void;
  Reports: ComponentType<{ appointmentId: number }>;
}

/** What a provider may do with a request: decide, knowing the earlier visits, or ask for another time. */
export function RequestActions({ row, onMake, Reports }: Props) {
  return (
    <>
      <EarlierVisits appointment={row} Reports={Reports} />
      <DecideButtons appointment={row} onMake={onMake} />
      <GenerateReport appointment={row} />
      {row.status === 'requested' && <Change row={row} />}
    </>
  );
}

/** What a provider may do with a confirmed visit: say how it went, propose another time, or cancel it. */
export function VisitActions({ row, onMake }: Omit<Props, 'Reports'>) {
  return (
    <>
      <VisitOutcomeButtons appointment={row} onMake={onMake} />
      <GenerateReport appointment={row} />
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
