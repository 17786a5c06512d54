import { nextReminder } from '@carecommons/contract/appointment-rules';
import type { Appointment, createAppointment } from '@carecommons/contract/appointments';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { isConfirmedAtOnce, mayBookKind } from '@carecommons/contract/visit-kind-rules';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Transaction } from '../../platform/routing/routing.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { agreeByRequest } from '../consents/consents.ts';
import type { OfferedKind } from '../visit-kinds/visit-kinds.ts';
import { applyMove } from './apply-move.ts';
import { getAppointment } from './appointments.ts';
import { notifyOfChange } from './publish.ts';
import { findFreeTime, type FreeTime, withReservation, insertReservation, lockPatient } from './reservation.ts';

type Wanted = BodyOf<typeof createAppointment>;

/**
 * Requests a time from a provider and reserves it. A kind of visit that is confirmed at once is confirmed in the same transaction.
 * Throws `not_allowed`, `profile_required`, `consent_required`, 400 naming the field, `not_found`, `kind_changed`,
 * `too_many_requests_open`, and `slot_taken` with the nearest free times.
 */
export async function book(
  call: { db: Db; transaction: Transaction },
  actor: Actor,
  wanted: Wanted,
  now: Date,
): Promise<Appointment> {
  const { user, healthcare_provider: providerId, appointment_datetime: time, problem, kind } = wanted;
  const request = { providerId, patientId: user, time, problem, kind, proposedBy: 'patient' } as const;
  return await withReservation(
    call,
    async (tx) => {
      if (user !== actor.user_id) throw new Problem('not_allowed');
      const free = await findFreeTime(tx, request, now, (...about) => refuseKind(wanted, ...about));
      const confirmedAtOnce = free.kind !== null && isConfirmedAtOnce(free.kind, free.known);
      await lockPatient(tx, request, now, { confirmedAtOnce });
      await agreeByRequest(tx, actor.user_id, now);
      const id = await insertReservation(tx, free, now);
      const news = { appointment: { id, version: 1 } };
      if (confirmedAtOnce) {
        await confirm(tx, id, free, now);
        // Both calendars have to learn of it.
        await notifyOfChange(tx, [providerId], { ...news, kind: 'visit_booked', doer: actor.user_id }, now);
      } else await notifyOfChange(tx, [providerId], { ...news, kind: 'request_received' }, now);
      return await getAppointment(tx, actor, id, now);
    },
    now,
  );
}

/** Confirms a request by its kind of visit; there is no decision that could be undone. */
async function confirm(tx: Tx, id: number, { start }: FreeTime, now: Date) {
  const set = { confirmed_at_once: true, decided_at: now, remind_at: nextReminder(start, now) ?? null };
  await applyMove(tx, { by: 'kind', which: sql`a.id = ${id}`, set }, 'confirm');
}

/** Refuses a kind of visit that the patient cannot book, or that is not what they have read. */
function refuseKind({ kind: id, as_read }: Wanted, kind: OfferedKind | null, known: boolean) {
  if (kind === null) {
    if (id === undefined) return;
    throw invalidField('kind', 'This provider has no such kind of visit.');
  }
  if (kind.retired) {
    throw new Problem('kind_changed', {
      message: 'The provider no longer offers this kind of visit. Please choose another one.',
    });
  }
  if (!mayBookKind(kind, known)) {
    throw new Problem('not_allowed', {
      message:
        kind.who_may_book === 'known'
          ? 'This kind of visit is for patients whom the provider has seen before. Please choose another one.'
          : 'Only the practice books this kind of visit. Please choose another one.',
    });
  }
  const isAsRead =
    as_read === undefined ||
    (as_read.minutes === kind.minutes &&
      as_read.fee === kind.fee &&
      as_read.confirmed_at_once === isConfirmedAtOnce(kind, known));
  if (!isAsRead) throw new Problem('kind_changed');
}
