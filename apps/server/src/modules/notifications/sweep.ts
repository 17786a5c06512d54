import {
  type NotificationKind,
  notificationKinds,
  type OwnNotificationEvent,
} from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { repeat } from '../../platform/time/time.ts';
import { sendEmail } from '../accounts/accounts.ts';
import { quietUntil } from './choices.ts';
import { isOver, withSubject } from './current.ts';
import { emailOf, ofNoVisit, pushOf } from './emails.ts';
import { push } from './push.ts';

// Fast enough to look immediate to somebody who watches the bell. Each query reads an index that is usually empty.
const everyMs = 250;
const announcedAtOnce = 500;
const deliveredAtOnce = 20;
// The delay before a failed delivery is tried again.
const postponedMs = 60_000;

type Dependencies = Pick<Services, 'db' | 'clock' | 'live'>;

/** Several times a second, until stopped: publishes new notifications to open pages, and enqueues the emails and pushes that are due. */
export function sweepNotifications({ log, ...needs }: Dependencies & Pick<Services, 'log'>) {
  const work = async () => {
    await announceNew(needs);
    await deliverDue(needs);
  };
  return repeat(work, { everyMs, failing: 'notifications could not be handed out', log });
}

/**
 * Publishes to the pages of everybody who has a new or withdrawn notification. It polls the table, because notifications
 * are written deep inside transactions, and nobody may learn of them before the commit.
 */
export async function announceNew({ db, live }: Pick<Dependencies, 'db' | 'live'>) {
  for (let found = announcedAtOnce; found === announcedAtOnce;) {
    const { rows } = await sql<RowOf<'notifications', 'user_id'>>`
      with due as (select id from notifications where not announced order by id limit ${announcedAtOnce} for update skip locked),
        taken_back as (delete from notifications n using due where n.id = due.id and not n.shown returning n.user_id),
        new as (update notifications n set announced = true from due where n.id = due.id and n.shown returning n.user_id)
      select user_id from taken_back union all select user_id from new`.execute(db);
    for (const userId of new Set(rows.map(({ user_id }) => user_id))) {
      live.publishToPerson(userId, { kind: 'notifications' } satisfies OwnNotificationEvent);
    }
    found = rows.length;
  }
}

interface Due extends RowOf<'notifications', 'id' | 'user_id'>, RowOf<'appointments', 'starts_at' | 'time_zone'> {
  kind: NotificationKind;
  appointment_id: number | null;
  is_read: boolean;
  is_over: boolean;
  email: boolean;
  push: boolean;
  quiet_until: Date | null;
}

/**
 * Enqueues what is due, each once, also with several processes. A failure does not delay the others; the first error is thrown
 * at the end.
 */
export async function deliverDue({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) {
  const failures: unknown[] = [];
  for (let found = deliveredAtOnce; found === deliveredAtOnce;) {
    const now = clock.now();
    found = await deliverSome(db, now, deliver).catch(
      async () =>
        await deliverSome(db, now, async (tx, one) => void failures.push(...(await deliverApart(tx, one, now)))),
    );
  }
  if (failures.length > 0) throw failures[0];
}

async function deliverSome(db: Db, now: Date, work: typeof deliver): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const due = await dueAt(tx, now);
    for (const one of due) await work(tx, one, now);
    return due.length;
  });
}

/** Enqueues one in a transaction of its own. If that fails, it is postponed and the error is returned. */
async function deliverApart(tx: Tx, one: Due, now: Date): Promise<unknown[]> {
  await sql`savepoint one`.execute(tx);
  try {
    await deliver(tx, one, now);
    await sql`release savepoint one`.execute(tx);
    return [];
  } catch (error) {
    await sql`rollback to savepoint one`.execute(tx);
    const later = new Date(now.getTime() + postponedMs);
    await sql`
      update notifications set deliver_at = ${later} where id = ${one.id} and user_id = ${one.user_id}`.execute(tx);
    return [error];
  }
}

async function dueAt(tx: Tx, now: Date): Promise<Due[]> {
  const kinds = Object.entries(notificationKinds);
  const { rows } = await sql<Due>`
    select n.id, n.user_id, n.kind, a.id as appointment_id, n.read_at is not null as is_read, a.starts_at, a.time_zone,
      ${isOver(now)} as is_over,
      coalesce(c.email, true) as email, coalesce(c.push, true) as push, ${quietUntil} as quiet_until
    from notifications n
    cross join (select ${now}::timestamptz as moment) at
    left join unnest(${kinds.map(([kind]) => kind)}::text[], ${kinds.map(([, topic]) => topic)}::text[])
      known (kind, topic) on known.kind = n.kind
    ${withSubject}
    left join notification_choices c on c.user_id = n.user_id and c.topic = known.topic
    left join quiet_hours q on q.user_id = n.user_id
    where n.deliver_at <= ${now} order by n.deliver_at, n.id limit ${deliveredAtOnce}
    for update of n skip locked`.execute(tx);
  return rows;
}

async function deliver(tx: Tx, one: Due, now: Date) {
  const { id, user_id: person, kind, quiet_until: quiet } = one;
  const later = quiet !== null && quiet > now;
  await sql`
    update notifications set deliver_at = ${later ? quiet : null} where id = ${id} and user_id = ${person}`.execute(tx);
  if (later || (one.appointment_id === null && !(ofNoVisit as readonly NotificationKind[]).includes(kind))) return;
  // It may have waited through quiet hours and be out of date.
  if (one.is_over) return;
  const { appointment_id: visitId, starts_at, time_zone } = one;
  const visit = visitId === null ? undefined : { id: visitId, starts_at, time_zone };
  if (one.email) await sendEmail(tx, person, { ...emailOf(kind, visit), notification: id }, now);
  // No push for what was already read in the app.
  if (one.push && !one.is_read) await push(tx, person, id, pushOf(kind, visit), now);
}
