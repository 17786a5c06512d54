import { randomUUID } from 'node:crypto';
import { mayDelete } from '@carecommons/contract/chat-rules';
import type { createMessage, Message } from '@carecommons/contract/chat';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import { type ColumnOf, type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { people } from '../accounts/accounts.ts';
import { shownTo } from './visibility.ts';

interface MessageRow extends Omit<Message, 'timestamp' | 'user'>, RowOf<'messages', 'created_at' | 'author_id'> {
  username: ColumnOf<'users', 'username'>;
}

const columns = sql`m.id, m.room_id as room, m.seq, m.content, m.created_at, m.author_id, u.username, m.client_id,
  m.hidden_reason`;

const sent = ({ created_at, author_id, username, ...row }: MessageRow): Message => ({
  ...row,
  timestamp: created_at.toISOString(),
  user: { id: author_id, username },
});

type Order = 'newest first' | 'oldest first';

async function read(db: Db, actor: Actor, roomId: number, where: RawBuilder<boolean>, order: Order, most: number) {
  const way = order === 'newest first' ? sql`desc` : sql`asc`;
  const { rows } = await sql<MessageRow>`
    select ${columns} from messages m join ${people} u on u.id = m.author_id
    where m.room_id = ${roomId} and ${where} and ${shownTo(actor)} order by m.seq ${way} limit ${most}`.execute(db);
  if (rows.length === 0) await requireRoom(db, roomId);
  return rows.map(sent);
}

async function requireRoom(db: Db, id: number) {
  const { rows } = await sql`select from rooms where id = ${id}`.execute(db);
  if (rows.length === 0) throw new Problem('not_found');
}

/**
 * The newest messages of a room, or those before a number, oldest first; the next page is older. Throws `not_found`.
 */
export async function listNewest(
  db: Db,
  actor: Actor,
  roomId: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Page<Message>> {
  const where = before === undefined ? sql<boolean>`true` : sql<boolean>`m.seq < ${before}`;
  const page = pageOf(await read(db, actor, roomId, where, 'newest first', limit + 1), limit, ({ seq }) => [seq]);
  return { ...page, rows: page.rows.toReversed() };
}

/** The messages of a room after a number, oldest first; the next page is newer. Throws `not_found`. */
export async function listAfter(
  db: Db,
  actor: Actor,
  roomId: number,
  { limit, after }: { limit: number; after: number },
): Promise<Page<Message>> {
  const rows = await read(db, actor, roomId, sql<boolean>`m.seq > ${after}`, 'oldest first', limit + 1);
  return pageOf(rows, limit, ({ seq }) => [seq]);
}

export type NewMessage = BodyOf<typeof createMessage>;

/**
 * Posts a message in a room. Its number is given under the lock of the room's row, which is held until the commit.
 * Undefined if the actor has sent this message before, or the room does not exist or is closed. Throws a unique
 * violation if the same message is being stored at this moment.
 */
export async function postMessage(
  db: Db | Tx,
  actor: Actor,
  roomId: number,
  { content, client_id = randomUUID() }: NewMessage,
  now: Date,
): Promise<Message | undefined> {
  const { rows } = await sql<Pick<Message, 'id' | 'seq' | 'client_id'>>`
    with next as (
      update room_sequences set seq = seq + 1
      where room_id = ${roomId} and closed_at is null and not exists (
        select from messages m
        where m.room_id = ${roomId} and m.author_id = ${actor.user_id} and m.client_id = ${client_id}::uuid)
      returning seq)
    insert into messages (room_id, seq, author_id, client_id, content, created_at)
    select ${roomId}::integer, seq, ${actor.user_id}::integer, ${client_id}::uuid, ${content}, ${now}::timestamptz from next
    returning id, seq, client_id`.execute(db);
  const { user_id: id, username } = actor;
  return (
    rows[0] &&
    sent({ ...rows[0], room: roomId, content, created_at: now, author_id: id, username, hidden_reason: null })
  );
}

/** The message that the actor sent before with the same `client_id`. Throws `not_found`, `wrong_state`. */
export async function findPostedMessage(
  db: Db,
  actor: Actor,
  roomId: number,
  { client_id }: NewMessage,
): Promise<Message> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from messages m join ${people} u on u.id = m.author_id
    where m.room_id = ${roomId} and m.author_id = ${actor.user_id} and m.client_id = ${client_id ?? null}::uuid`.execute(
    db,
  );
  if (rows[0] !== undefined) return sent(rows[0]);
  await requireRoom(db, roomId);
  throw new Problem('wrong_state', { message: 'This room is closed.' });
}

/** Deletes a message of the actor; returns its room and number. Throws `not_found`, `not_allowed`. */
export async function deleteMessage(tx: Tx, actor: Actor, id: number) {
  const { rows } = await sql<
    RowOf<'messages', 'seq'> & { room: ColumnOf<'messages', 'room_id'>; author: ColumnOf<'messages', 'author_id'> }
  >`
    select m.room_id as room, m.seq, m.author_id as author from messages m where m.id = ${id} and ${shownTo(actor)}`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw new Problem('not_found');
  if (!mayDelete(actor, { user: { id: found.author } })) throw new Problem('not_allowed');
  const change = await countChange(tx, found.room);
  const { numAffectedRows } = await sql`
    delete from messages
    where room_id = ${found.room} and seq = ${found.seq} and id = ${id} and author_id = ${actor.user_id}`.execute(tx);
  if (numAffectedRows === 0n) throw new Problem('not_found');
  return { room: found.room, seq: found.seq, ...change };
}

/** Locks a room's row and counts a change of one of its messages; `last` is its newest message. */
export async function countChange(tx: Tx, roomId: number) {
  const { rows } = await sql<RowOf<'room_sequences', 'changes'> & { last: ColumnOf<'room_sequences', 'seq'> }>`
    update room_sequences set changes = changes + 1 where room_id = ${roomId} returning seq as last, changes`.execute(
    tx,
  );
  return rows[0] as (typeof rows)[number];
}
