import type { Notification } from '@carecommons/contract/notifications';
import { withoutContact } from '@carecommons/contract/appointment-rules';
import { sql } from 'kysely';
import { type Db, type Page, pageOf, type ColumnOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { basicProfiles, people } from '../accounts/accounts.ts';
import { withSubject } from './current.ts';

// The page shows “99+” above this, so the database stops counting here.
const countedAtMost = 100;

interface NotificationRow extends Pick<Notification, 'id' | 'kind'>, RowOf<'notifications', 'created_at' | 'read_at'> {
  appointment: number | null;
  starts_at: Date | null;
  time_zone: string | null;
  with: string;
  visit_kind: ColumnOf<'appointments', 'kind_name'>;
}

interface ListQuery {
  limit: number;
  after: readonly [id: number] | undefined;
}

function sent({ created_at, read_at, appointment: id, starts_at, time_zone, ...row }: NotificationRow): Notification {
  const { with: other, visit_kind, ...same } = row;
  const appointment =
    id === null || starts_at === null || time_zone === null
      ? null
      : { id, appointment_datetime: starts_at.toISOString(), time_zone, with: other, kind: visit_kind };
  return { ...same, created_at: created_at.toISOString(), read_at: read_at?.toISOString() ?? null, appointment };
}

/**
 * A page of the actor's notifications, newest first. Only the rows of the page are joined: PostgreSQL then reuses one generic plan
 * instead of planning each query anew, which took longer than the query.
 */
export async function listNotifications(db: Db, actor: Actor, { limit, after }: ListQuery, now: Date) {
  const older = after === undefined ? sql`true` : sql`n.id < ${after[0]}`;
  const { rows } = await sql<NotificationRow>`
    select n.id, n.kind, n.created_at, n.read_at, a.id as appointment, a.starts_at, a.time_zone, a.kind_name as visit_kind,
      case when a.patient_id = ${actor.user_id} then p.name when a.id is null then null
        when u.erased_at is not null or shows_contact(a, ${now}) then coalesce(f.name, u.username) else ${withoutContact} end as "with"
    from (
      select n.id, n.kind, n.created_at, n.read_at, n.user_id, n.record_id, n.appointment_id from notifications n
      where n.user_id = ${actor.user_id} and n.shown and ${older}
      order by n.id desc limit ${limit + 1}) n
    ${withSubject}
    left join providers p on p.user_id = a.provider_id
    left join ${people} u on u.id = a.patient_id left join ${basicProfiles} f on f.user_id = a.patient_id
    order by n.id desc`.execute(db);
  const page: Page<NotificationRow> = pageOf(rows, limit, ({ id }) => [id]);
  const notifications = page.rows.map(sent);
  return { rows: notifications, next: page.next };
}

/** The number of unread notifications; 100 if there are more than 99. */
export async function countUnread(db: Db, actor: Actor): Promise<{ unread: number }> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from (select from notifications
      where user_id = ${actor.user_id} and read_at is null and shown limit ${countedAtMost}) as unread_ones`.execute(
    db,
  );
  return { unread: rows[0]?.unread ?? 0 };
}

/** Marks one as read and returns the number of unread ones. Throws `not_found`. The caller publishes to the actor's pages after its commit. */
export async function readOne(tx: Tx, actor: Actor, id: number, now: Date) {
  const { numAffectedRows } = await sql`
    update notifications set read_at = coalesce(read_at, ${now})
    where id = ${id} and user_id = ${actor.user_id} and shown`.execute(tx);
  if (numAffectedRows === 0n) throw new Problem('not_found');
  return await countUnread(tx, actor);
}

/** Marks all up to this one as read, as the actor has not seen later ones. Returns the number of unread ones. */
export async function readAll(tx: Tx, actor: Actor, upTo: number, now: Date) {
  await sql`
    update notifications set read_at = ${now}
    where user_id = ${actor.user_id} and read_at is null and shown and id <= ${upTo}`.execute(tx);
  return await countUnread(tx, actor);
}
