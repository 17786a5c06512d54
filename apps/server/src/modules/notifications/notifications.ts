import { alwaysInApp, type NotificationKind, notificationKinds } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ofNoVisit } from './emails.ts';

export { newsThatHolds } from './current.ts';
export { pushWork } from './push.ts';
export { sweepNotifications } from './sweep.ts';

/** A notification about one version of an appointment. */
export interface News {
  kind: NotificationKind;
  appointment: { id: number; version: number };
}

/** A notification about a report, whatever the state of its visit. */
interface ReportNews {
  kind: NotificationKind;
  record: number;
}

/** A notification that does not belong to a visit. */
interface OtherNews {
  kind: (typeof ofNoVisit)[number];
}

/**
 * Notifies a person: in the app after the commit, by email and push from `deliverAt` on. Notifications contain no health
 * details.
 */
export async function notify(tx: Tx, userId: number, news: News | ReportNews | OtherNews, now: Date, deliverAt = now) {
  const { kind, appointment, record } = { appointment: undefined, record: undefined, ...news };
  const topic = notificationKinds[kind];
  const shown = alwaysInApp(topic)
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from notification_choices
        where user_id = ${userId} and topic = ${topic} and not in_app)`;
  // What is not shown is not published either.
  await sql`
    insert into notifications (user_id, kind, appointment_id, version, record_id, created_at, deliver_at, shown, announced)
    select ${userId}::integer, ${kind}, ${appointment?.id ?? null}::integer, ${appointment?.version ?? null}::integer,
      ${record ?? null}::integer, ${now}::timestamptz, ${deliverAt}::timestamptz, shown, not shown
    from (select ${shown} as shown) as wanted`.execute(tx);
}

/**
 * Sends a person an email about their own action, so that their calendar is updated. It does not appear in the app, and no push is
 * sent.
 */
export async function sendOwnUpdate(tx: Tx, userId: number, { kind, appointment }: News, now: Date, deliverAt = now) {
  await sql`
    insert into notifications (user_id, kind, appointment_id, version, created_at, read_at, deliver_at, shown, announced)
    values (${userId}, ${kind}, ${appointment.id}, ${appointment.version}, ${now}, ${now}, ${deliverAt}, false, true)`.execute(
    tx,
  );
}

/** Marks a person's notifications about these appointments as read, because that person has just decided about them. */
export async function readAbout(tx: Tx, userId: number, appointments: readonly number[], now: Date) {
  await sql`
    update notifications set read_at = ${now}
    where user_id = ${userId} and appointment_id = any(${appointments}) and read_at is null and shown`.execute(tx);
}

/**
 * Cancels the pending emails and pushes about earlier states of an appointment, or those of one kind, because a later state
 * replaced them.
 */
export async function withhold(tx: Tx, appointmentId: number, kind?: NotificationKind) {
  const which = kind === undefined ? sql<boolean>`true` : sql<boolean>`kind = ${kind}`;
  await sql`
    update notifications set deliver_at = null
    where appointment_id = ${appointmentId} and deliver_at is not null and ${which}`.execute(tx);
}

/** Moves the pending deliveries of an appointment to its present version, after it returned to an earlier state. */
export async function renew(tx: Tx, { id, version }: News['appointment']) {
  await sql`
    update notifications set version = ${version} where appointment_id = ${id} and deliver_at is not null`.execute(tx);
}

/** Withdraws the notifications about one state of an appointment, as if they had never been sent. */
export async function retract(tx: Tx, { id, version }: News['appointment']) {
  // The rows are deleted after the withdrawal was published to the person's open pages.
  await sql`
    update notifications set shown = false, announced = false, deliver_at = null
    where appointment_id = ${id} and version = ${version}`.execute(tx);
}

/** Marks all notifications before a moment as read and delivered: for people who are created with a history, as in the demo. */
export async function putAside(tx: Tx, before: Date) {
  await sql`
    update notifications set read_at = coalesce(read_at, created_at), deliver_at = null
    where created_at < ${before}`.execute(tx);
}
