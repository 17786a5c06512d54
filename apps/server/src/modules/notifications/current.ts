import type { NotificationKind } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import type { Clock } from '../../platform/time/time.ts';
import type { Db } from '../../platform/db/db.ts';
import { ofNoVisit } from './emails.ts';

// Kinds about a future time: they are out of date once that time has begun.
const ofTimeToCome: readonly NotificationKind[] = [
  'request_received',
  'request_approved',
  'visit_booked',
  'offer_accepted',
  'move_proposed',
  'move_approved',
  'reminder',
  'time_offered',
];

/**
 * Whether a notification `n` is out of date: its appointment `a` has a later state or has begun, or its report `r` was withdrawn.
 * Requires the join `withSubject`.
 */
export const isOver = (now: Date) => sql<boolean>`coalesce(a.version > n.version
  or (n.kind = 'reminder' and a.status <> 'approved')
  or (n.kind = 'report_ready' and r.withdrawn_at is not null)
  or (n.kind = any(${ofTimeToCome}) and a.starts_at <= ${now}), false)`;

/**
 * Joins what a notification `n` is about: a report `r`, and an appointment `a`, which may be that of the report, if they belong to
 * its person. Both are looked up by id: with `in`, PostgreSQL may read all visits of the person once per notification.
 */
export const withSubject = sql`
  left join records r on r.id = n.record_id and n.user_id = any(array[r.patient_id, r.provider_id])
  left join appointments a on a.id = coalesce(n.appointment_id, r.appointment_id)
    and n.user_id = any(array[a.patient_id, a.provider_id])`;

interface Current {
  is_read: boolean;
  /** When it becomes out of date; null if never. */
  until: Date | null;
}

/**
 * A delivered notification as it stands when it is sent, which may be hours later; undefined if it was withdrawn or is out of date
 * by then.
 */
export async function findCurrent(db: Db, id: number, now: Date): Promise<Current | undefined> {
  const { rows } = await sql<Current>`
    select n.read_at is not null or (n.kind = 'report_ready' and r.opened_at is not null) as is_read, case when n.kind = any(${ofTimeToCome}) then a.starts_at end as until
    from notifications n ${withSubject}
    where n.id = ${id} and (a.id is not null or n.kind = any(${ofNoVisit})) and (n.shown or n.announced) and not ${isOver(now)}`.execute(
    db,
  );
  return rows[0];
}

/** Checks, when an email is sent, whether its notification is still current. */
export function newsThatHolds({ db, clock }: { db: Db; clock: Clock }) {
  return async (notification: number) => (await findCurrent(db, notification, clock.now())) !== undefined;
}
