import { unreadCounted } from '@carecommons/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnOf, Db } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { shownTo } from './visibility.ts';

// So many unread messages are looked at, of which some are the actor's own or of people whom the actor has blocked.
const scannedAtMost = 3 * unreadCounted;

/**
 * How many messages of others the actor has not read in a room behind a number; counted to 100. The first of them are taken
 * in order before anything else is asked of them: so PostgreSQL begins where they begin, and ends after a few.
 */
export const unreadAfter = (actor: Actor, roomId: RawBuilder<unknown>, seq: RawBuilder<unknown>) => sql<number>`(
  select count(*) from (
    select from (
      select m.author_id, m.hidden_at from messages m
      where m.room_id = ${roomId} and m.seq > ${seq} order by m.seq limit ${scannedAtMost}) m
    where m.author_id <> ${actor.user_id} and ${shownTo(actor)} limit ${unreadCounted}) unread)`;

/**
 * Marks a room as read by the actor up to a message, and never back; `moved` says whether that was news. Throws
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
