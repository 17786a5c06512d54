import type { OwnAppointmentEvent } from '@carecommons/contract/appointment-events';
import type { NotificationKind } from '@carecommons/contract/notification-rules';
import type { Tx } from '../../platform/db/db.ts';
import type { Live } from '../../platform/live/live.ts';
import { sendOwnUpdate, notify, withhold } from '../notifications/notifications.ts';

/** A new or changed appointment, and its two people. */
export interface Changed {
  id: number;
  patient_id: number;
  provider_id: number;
}

/** Publishes a change to the devices of both people right after the commit, so that open pages show it at once. */
export function publishChanges(live: Live, changed: readonly Changed[]) {
  for (const { id, patient_id, provider_id } of changed) {
    for (const person of [patient_id, provider_id]) {
      live.publishToPerson(person, { kind: 'appointment', id } satisfies OwnAppointmentEvent);
    }
  }
}

interface News {
  kind: NotificationKind;
  appointment: { id: number; version: number };
  /** When emails about it may be sent. */
  deliverAt?: Date;
  /** The person who made the change, if their calendar has to learn of it: they get no notification, only an email. */
  doer?: number | undefined;
}

/**
 * Notifies people of a new state of an appointment. Unsent notifications of its earlier states are not sent any more. A
 * reminder is not a new state: it replaces only earlier reminders.
 */
export async function notifyOfChange(tx: Tx, people: readonly number[], { deliverAt, doer, ...news }: News, now: Date) {
  await withhold(tx, news.appointment.id, news.kind === 'reminder' ? news.kind : undefined);
  for (const person of people) await notify(tx, person, news, now, deliverAt);
  if (doer !== undefined) await sendOwnUpdate(tx, doer, news, now, deliverAt);
}
