import type { NotificationKind } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import type { Tx } from '../../core/db.ts';

/** What somebody is told: of which kind, and about which state of which appointment. */
export interface News {
  kind: NotificationKind;
  appointment: { id: number; version: number };
}

/**
 * Tells a person something: in the app once the transaction is committed, by letter and push from `deliverAt` on. Nothing
 * of it is about anybody's health.
 */
export async function notify(tx: Tx, userId: number, { kind, appointment }: News, now: Date, deliverAt = now) {
  await sql`
    insert into notifications (user_id, kind, appointment_id, version, created_at, deliver_at)
    values (${userId}, ${kind}, ${appointment.id}, ${appointment.version}, ${now}, ${deliverAt})`.execute(tx);
}

/** Lets nothing of an appointment's earlier states go out by letter or push any more: a later one has come. */
export async function withhold(tx: Tx, appointmentId: number) {
  await sql`
    update notifications set deliver_at = null
    where appointment_id = ${appointmentId} and deliver_at is not null`.execute(tx);
}

/** Takes back what was said of one state of an appointment, as if it had never been. */
export async function retract(tx: Tx, { id, version }: News['appointment']) {
  await sql`delete from notifications where appointment_id = ${id} and version = ${version}`.execute(tx);
}
