import { isVisit } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';

// Who provides in tests of appointments.
const provider = { user: 1, name: 'Dr. Kavita Iyer', phone: '+91 98450 11111', fees: 1200 };

/** An appointment of Dr. Kavita Iyer's, in three days unless another time is given. */
export function appointmentOf(patient: string, changes: Partial<Appointment> = {}): Appointment {
  const inDays = (days: number, hours = 0) => new Date(Date.now() + (days * 24 + hours) * 3_600_000).toISOString();
  const status = changes.status ?? 'requested';
  return {
    id: 1,
    appointment_datetime: inDays(3),
    ends_at: inDays(3, 0.5),
    time_zone: 'Asia/Kolkata',
    problem: 'A cough',
    is_approved: isVisit(status),
    status,
    requested_at: inDays(0, -1),
    proposed_by: 'patient',
    offered: false,
    expires_at: status === 'requested' ? inDays(1) : null,
    undo_until: null,
    cancel_until: inDays(2),
    move_until: inDays(2),
    moves_id: null,
    moved_to_id: null,
    proposal: null,
    reason: null,
    ended_by: null,
    kind: null,
    confirmed_at_once: false,
    healthcare_provider: { ...provider, address: '12 Lake Road, Bengaluru', suspended: false },
    user: { user: 20, name: patient, phone: '+91 98450 22222' },
    ...changes,
  };
}
