import { alwaysInApp, type NotificationKind, notificationKinds } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ofNoVisit } from './letters.ts';

export { newsThatHolds } from './current.ts';
export { pushWork } from './push.ts';
export { sweepNotifications } from './sweep.ts';

/** What somebody is told: of which kind, and about which state of which appointment. */
export interface News {
  kind: NotificationKind;
  appointment: { id: number; version: number };
}

/** The same about a report, whichever state its visit is in. */
interface ReportNews {
  kind: NotificationKind;
  record: number;
}

/** The same of what belongs to no visit. */
interface OtherNews {
  kind: (typeof ofNoVisit)[number];
}

/**
 * Tells a person something: in the app once the transaction is committed, by letter and push from `deliverAt` on. Nothing
 * of it is about anybody's health.
 */
export async function notify(tx: Tx, userId: number, news: News | ReportNews | OtherNews, now: Date, deliverAt = now) {
  const { kind, appointment, record } = { appointment: undefined, record: undefined, ...news };
  const topic = notificationKinds[kind];
  const shown = alwaysInApp(topic)
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from notification_choices
        where user_id = ${userId} and topic = ${topic} and not in_app)`;
  // What is not shown needs no announcement.
  await sql`
    insert into notifications (user_id, kind, appointment_id, version, record_id, created_at, deliver_at, shown, announced)
    select ${userId}::integer, ${kind}, ${appointment?.id ?? null}::integer, ${appointment?.version ?? null}::integer,
      ${record ?? null}::integer, ${now}::timestamptz, ${deliverAt}::timestamptz, shown, not shown
    from (select ${shown} as shown) as wanted`.execute(tx);
}

/**
 * Writes a person the letter of what they did themselves, so that their calendar learns of it: it stands nowhere in the app,
 * and nothing rings.
 */
export async function noteByLetter(tx: Tx, userId: number, { kind, appointment }: News, now: Date, deliverAt = now) {
  await sql`
    insert into notifications (user_id, kind, appointment_id, version, created_at, read_at, deliver_at, shown, announced)
    values (${userId}, ${kind}, ${appointment.id}, ${appointment.version}, ${now}, ${now}, ${deliverAt}, false, true)`.execute(
    tx,
  );
}

/** Marks as read what a person was told of appointments: who has just decided about them knows it. */
export async function readAbout(tx: Tx, userId: number, appointments: readonly number[], now: Date) {
  await sql`
    update notifications set read_at = ${now}
    where user_id = ${userId} and appointment_id = any(${appointments}) and read_at is null and shown`.execute(tx);
}

/**
 * Lets nothing of an appointment's earlier states go out by letter or push any more, or nothing of one kind: a later one has
 * come.
 */
export async function withhold(tx: Tx, appointmentId: number, kind?: NotificationKind) {
  const which = kind === undefined ? sql<boolean>`true` : sql<boolean>`kind = ${kind}`;
  await sql`
    update notifications set deliver_at = null
    where appointment_id = ${appointmentId} and deliver_at is not null and ${which}`.execute(tx);
}

/** Has what waits to go out about an appointment go out about its present version: one that came back to an earlier state. */
export async function renew(tx: Tx, { id, version }: News['appointment']) {
  await sql`
    update notifications set version = ${version} where appointment_id = ${id} and deliver_at is not null`.execute(tx);
}

/** Takes back what was said of one state of an appointment, as if it had never been. */
export async function retract(tx: Tx, { id, version }: News['appointment']) {
  // Deleted when the open pages of its person have been told.
  await sql`
    update notifications set shown = false, announced = false, deliver_at = null
    where appointment_id = ${id} and version = ${version}`.execute(tx);
}

/** Takes what people were told before a moment as read and handed out: for who comes with a history, as the demo's people do. */
export async function putAside(tx: Tx, before: Date) {
  await sql`
    update notifications set read_at = coalesce(read_at, created_at), deliver_at = null
    where created_at < ${before}`.execute(tx);
}
