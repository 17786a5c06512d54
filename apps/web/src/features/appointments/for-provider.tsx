import type { Appointment } from '@carecommons/contract/appointments';
import type { ComponentType } from 'react';
import { useNow } from '../../lib/now.ts';
import { GenerateReport } from './all-of-provider.tsx';
import { useApproval } from './approval.tsx';
import { ApproveButton } from './approve-button.tsx';
import { EarlierVisits } from './earlier-visits.tsx';

interface Props {
  appointment: Appointment;
  Reports: ComponentType<{ appointmentId: number }>;
}

/** What a provider sees and does besides: earlier visits, reports, approving, a report of this one. */
export function ForProvider({ appointment, Reports }: Props) {
  const { onApprove, outcome } = useApproval();
  const now = useNow();
  const isPast = new Date(appointment.appointment_datetime) <= now;
  return (
    <div className="grid gap-4">
      <Reports appointmentId={appointment.id} />
      <EarlierVisits appointment={appointment} Reports={Reports} />
      {!isPast && <ApproveButton appointment={appointment} onApprove={onApprove} />}
      {outcome}
      <GenerateReport appointment={appointment} />
    </div>
  );
}
