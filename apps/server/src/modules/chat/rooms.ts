import type { createRoom as form, Room } from '@carecommons/contract/chat';
import type { RoomEvent, RoomsEvent } from '@carecommons/contract/chat-events';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { activeDays } from '@carecommons/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { announce } from '../../platform/broadcast/broadcast.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { dayOf } from './members.ts';
import { unreadAfter } from './reads.ts';

const dayMs = 86_400_000;

const roomsOf = (actor: Actor, now: Date, which: RawBuilder<boolean>, most: number) => sql<Room>`
  select r.id, r.name, r.description, s.closed_at is not null as closed, s.seq, o.seq as read_seq,
    coalesce((select sum(d.people) from room_days d
      where d.room_id = r.id and d.day > ${dayOf(new Date(now.getTime() - activeDays * dayMs))}::date), 0) as member_count,
    case when o.seq is null then 0 else ${unreadAfter(actor, sql`r.id`, sql`o.seq`)} end as unread_count
  from rooms r join room_sequences s on s.room_id = r.id
    left join room_reads o on o.user_id = ${actor.user_id} and o.room_id = r.id
  where ${which} order by r.id desc limit ${most}`;

/** A page of the rooms as the actor sees them, newest first. */
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

/** Creates a room. Throws 400 if another one has that name. */
export async function createRoom(tx: Tx, actor: Actor, { name, description = '' }: BodyOf<typeof form>, now: Date) {
  const { rows } = await sql<RowOf<'rooms', 'id'>>`
    insert into rooms (name, description, created_at) values (${name}, ${description}, ${now})
    on conflict do nothing returning id`.execute(tx);
  if (rows[0] === undefined) throw nameTaken();
  const { id } = rows[0];
  await sql`insert into room_sequences (room_id) values (${id})`.execute(tx);
  await audit(tx, { at: now, actor, action: 'add', item: { kind: 'room', id }, outcome: 'done' });
  await announce(tx, 'rooms', { kind: 'changed' } satisfies RoomsEvent);
  return await getRoom(tx, actor, id, now);
}

/** Changes the name and description of a room. Throws `not_found`, 400 if another one has that name. */
export async function editRoom(
  tx: Tx,
  actor: Actor,
  id: number,
  { name, description = '' }: BodyOf<typeof form>,
  now: Date,
) {
  await getRoom(tx, actor, id, now);
  await sql`update rooms set name = ${name}, description = ${description} where id = ${id}`
    .execute(tx)
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === '23505' ? nameTaken() : error;
    });
  await publishRoomChange(tx, actor, 'edit', id, now);
}

/** Closes a room, which takes no messages after the commit, or reopens it. Throws `not_found`, `wrong_state`. */
export async function closeOrReopen(tx: Tx, actor: Actor, move: 'close' | 'reopen', id: number, now: Date) {
  const close = move === 'close';
  const { rows } = await sql`
    update room_sequences set closed_at = ${close ? now : null}
    where room_id = ${id} and (closed_at is null) = ${close} returning 1`.execute(tx);
  if (rows.length === 0) {
    await getRoom(tx, actor, id, now);
    throw new Problem('wrong_state', { message: close ? 'This room is closed.' : 'This room is open.' });
  }
  await publishRoomChange(tx, actor, move, id, now);
}

/** Writes it to the audit, and publishes it to open pages. */
async function publishRoomChange(tx: Tx, actor: Actor, action: 'edit' | 'close' | 'reopen', id: number, at: Date) {
  await audit(tx, { at, actor, action, item: { kind: 'room', id }, outcome: 'done' });
  await announce(tx, `room:${id}`, { kind: 'changed' } satisfies RoomEvent);
  await announce(tx, 'rooms', { kind: 'changed' } satisfies RoomsEvent);
}

const nameTaken = () => invalidField('name', 'A room with that name already exists.');
