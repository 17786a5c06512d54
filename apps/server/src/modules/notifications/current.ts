import type { NotificationKind } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import type { Clock } from '../../platform/time/time.ts';
import type { Db } from '../../platform/db/db.ts';
import { ofNoVisit } from './letters.ts';

// What is said of a time to come: once that has begun, nobody needs to hear it any more.
const ofTimeToCome: readonly NotificationKind[] = [
  'request_received',
  'request_approved',
  'offer_accepted',
  'move_proposed',
  'move_approved',
  'reminder',
  'time_offered',
];

/**
 * Whether a notification `n` has nothing true to say any more of its appointment `a`: a later state has come, or its time; or
 * of its report `r`, which was taken back. To be joined: `withSubject`.
 */
export const isOver = (now: Date) => sql<boolean>`coalesce(a.version > n.version
  or (n.kind = 'reminder' and a.status <> 'approved')
  or (n.kind = 'report_ready' and r.withdrawn_at is not null)
  or (n.kind = any(${ofTimeToCome}) and a.starts_at <= ${now}), false)`;

/**
 * What a notification `n` is about: a report `r`, and an appointment `a`, also as that of the report; of its own person alone. Both
 * are looked up by their id: with `in`, PostgreSQL may read all visits of the person instead, once for each notification.
 */
export const withSubject = sql`
  left join records r on r.id = n.record_id and n.user_id = any(array[r.patient_id, r.provider_id])
  left join appointments a on a.id = coalesce(n.appointment_id, r.appointment_id)
    and n.user_id = any(array[a.patient_id, a.provider_id])`;

interface Current {
  is_read: boolean;
  /** From when on it is over; null where time does not matter. */
  until: Date | null;
}

/**
 * What was handed out, as it is when it is sent, which may be hours later; undefined where it was taken back, or is over by
 * then.
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

/** Says of letters, when they are sent, whether what they tell still holds. */
export function newsThatHolds({ db, clock }: { db: Db; clock: Clock }) {
  return async (notification: number) => (await findCurrent(db, notification, clock.now())) !== undefined;
}
