import type { createRoom as form, Room } from '@carecommons/contract/chat';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { activeDays } from '@carecommons/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../core/db.ts';
import { type Page, pageOf } from '../../core/pages.ts';
import { invalidField, Problem } from '../../core/problem.ts';
import type { Actor } from '../../core/session.ts';
import { dayOf } from './members.ts';
import { unreadAfter } from './reads.ts';

const dayMs = 86_400_000;

const roomsOf = (actor: Actor, now: Date, which: RawBuilder<boolean>, most: number) => sql<Room>`
  select r.id, r.name, r.description, s.seq, o.seq as read_seq,
    coalesce((select sum(d.people) from room_days d
      where d.room_id = r.id and d.day > ${dayOf(new Date(now.getTime() - activeDays * dayMs))}::date), 0) as member_count,
    case when o.seq is null then 0 else ${unreadAfter(actor, sql`r.id`, sql`o.seq`)} end as unread_count
  from rooms r join room_sequences s on s.room_id = r.id
    left join room_reads o on o.user_id = ${actor.user_id} and o.room_id = r.id
  where ${which} order by r.id desc limit ${most}`;

/** A page of the rooms, newest first, as the actor sees them. */
export async function listRooms(
  db: Db,
  actor: Actor,
  { limit, before }: { limit: number; before?: number | undefined },
  now: Date,
): Promise<Page<Room>> {
  const which = before === undefined ? sql<boolean>`true` : sql<boolean>`r.id < ${before}`;
  const { rows } = await roomsOf(actor, now, which, limit + 1).execute(db);
  return pageOf(rows, limit, ({ id }) => [id]);
}

/** One room as the actor sees it. Throws `not_found`. */
export async function getRoom(db: Db, actor: Actor, id: number, now: Date): Promise<Room> {
  const { rows } = await roomsOf(actor, now, sql<boolean>`r.id = ${id}`, 1).execute(db);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** Opens a room. Throws 400 where one has that name. */
export async function createRoom(tx: Tx, actor: Actor, { name, description = '' }: BodyOf<typeof form>, now: Date) {
  const { rows } = await sql<{ id: number }>`
    insert into rooms (name, description, created_at) values (${name}, ${description}, ${now})
    on conflict do nothing returning id`.execute(tx);
  if (rows[0] === undefined) throw invalidField('name', 'There is a room of that name.');
  await sql`insert into room_sequences (room_id) values (${rows[0].id})`.execute(tx);
  return await getRoom(tx, actor, rows[0].id, now);
}
