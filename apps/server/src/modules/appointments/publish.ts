import type { OwnAppointmentEvent } from '@carecommons/contract/appointment-events';
import type { NotificationKind } from '@carecommons/contract/notification-rules';
import type { Tx } from '../../platform/db/db.ts';
import type { Live } from '../../platform/live/live.ts';
import { noteByLetter, notify, withhold } from '../notifications/notifications.ts';

/** An appointment that is new or another than it was, and its two people. */
export interface Changed {
  id: number;
  patient_id: number;
  provider_id: number;
}

/** Tells the devices of both people what has changed, right after the commit: what is open there shows it at once. */
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
  /** When letters about it may go out. */
  deliverAt?: Date;
  /** Whose doing it is, where their calendar has to learn of it: to them it is no news, but a letter. */
  doer?: number | undefined;
}

/**
 * Tells people of a new state of an appointment; what was not sent yet of its earlier ones is sent no more. A reminder is no
 * new state: it takes the place of earlier reminders alone.
 */
export async function notifyOfChange(tx: Tx, people: readonly number[], { deliverAt, doer, ...news }: News, now: Date) {
  await withhold(tx, news.appointment.id, news.kind === 'reminder' ? news.kind : undefined);
  for (const person of people) await notify(tx, person, news, now, deliverAt);
  if (doer !== undefined) await noteByLetter(tx, doer, news, now, deliverAt);
}
