import type { Appointment, createAppointment } from '@carecommons/contract/appointments';
import type { BodyOf } from '@carecommons/contract/endpoint';
import type { Db } from '../../platform/db/db.ts';
import type { Transaction } from '../../platform/routing/routing.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { agreeByRequest } from '../consents/consents.ts';
import { notify } from '../notifications/notifications.ts';
import { getAppointment } from './appointments.ts';
import { findFreeTime, withReservation, insertReservation, lockPatient } from './reservation.ts';

/**
 * Requests a time from a provider and reserves it. Throws `not_allowed`, `profile_required`, `consent_required`, 400
 * naming the field, `not_found`, `too_many_requests_open`, and `slot_taken` with the nearest free times.
 */
export async function book(
  call: { db: Db; transaction: Transaction },
  actor: Actor,
  wanted: BodyOf<typeof createAppointment>,
  now: Date,
): Promise<Appointment> {
  const { user, healthcare_provider: providerId, appointment_datetime: time, problem } = wanted;
  const request = { providerId, patientId: user, time, problem, proposedBy: 'patient' } as const;
  return await withReservation(
    call,
    async (tx) => {
      if (user !== actor.user_id) throw new Problem('not_allowed');
      const free = await findFreeTime(tx, request, now);
      await lockPatient(tx, request, now);
      await agreeByRequest(tx, actor.user_id, now);
      const id = await insertReservation(tx, free, now);
      await notify(tx, providerId, { kind: 'request_received', appointment: { id, version: 1 } }, now);
      return await getAppointment(tx, actor, id, now);
    },
    now,
  );
}
