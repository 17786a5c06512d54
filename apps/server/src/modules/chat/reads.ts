import { unreadCounted } from '@carecommons/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnOf, Db } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { shownTo } from './visibility.ts';

// So many unread messages are scanned; some of them are the actor's own or of people whom the actor has blocked.
const scannedAtMost = 3 * unreadCounted;

/**
 * The number of other people's messages after a number in a room that the actor has not read, counted to 100. They are
 * taken in order before any other condition, so PostgreSQL starts at the number and stops after a few.
 */
export const unreadAfter = (actor: Actor, roomId: RawBuilder<unknown>, seq: RawBuilder<unknown>) => sql<number>`(
  select count(*) from (
    select from (
      select m.author_id, m.hidden_at from messages m
      where m.room_id = ${roomId} and m.seq > ${seq} order by m.seq limit ${scannedAtMost}) m
    where m.author_id <> ${actor.user_id} and ${shownTo(actor)} limit ${unreadCounted}) unread)`;

/**
 * Marks a room as read by the actor up to a message, never back; `moved` says whether anything changed. Throws
 * `not_found`.
 */
export async function markRead(db: Db, actor: Actor, roomId: number, seq: number, now: Date) {
  const { rows: moved } = await sql`
    insert into room_reads as o (user_id, room_id, seq, read_at)
    select ${actor.user_id}::integer, room_id, least(seq, ${seq}), ${now}::timestamptz
    from room_sequences where room_id = ${roomId}
    on conflict (user_id, room_id) do update set seq = excluded.seq, read_at = excluded.read_at where o.seq < excluded.seq
    returning 1`.execute(db);
  const { rows } = await sql<{ read_seq: ColumnOf<'room_reads', 'seq'>; unread_count: number }>`
    select o.seq as read_seq, ${unreadAfter(actor, sql`o.room_id`, sql`o.seq`)} as unread_count
    from room_reads o where o.user_id = ${actor.user_id} and o.room_id = ${roomId}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_found');
  return { ...rows[0], moved: moved.length > 0 };
}

/** How many messages the actor has not read in all rooms; counted to 100. */
export const unreadOf = (actor: Actor) => sql<number>`(
  select least(${unreadCounted}, coalesce(sum(${unreadAfter(actor, sql`o.room_id`, sql`o.seq`)}), 0))
  from room_reads o where o.user_id = ${actor.user_id})`;
