import type { RoomEvent } from '@carecommons/contract/chat-events';
import { sql } from 'kysely';
import type { ColumnOf, RowOf, Tx } from '../../platform/db/db.ts';
import { announce } from '../../platform/broadcast/broadcast.ts';
import { countChange } from './messages.ts';

export { unreadOf } from './reads.ts';

const excerptLength = 150;

/**
 * Hides a message, with a reason, from everybody except its author and the moderators; without a reason, shows it
 * again. Open pages follow after the commit. Undefined if the message does not exist.
 */
export async function hide(tx: Tx, id: number, reason: string | undefined, at: Date) {
  const { rows: found } = await sql<{ room: ColumnOf<'messages', 'room_id'> }>`
    select m.room_id as room from messages m where m.id = ${id}`.execute(tx);
  if (found[0] === undefined) return undefined;
  const { room } = found[0];
  // First the room's row, like everybody who writes there, so there are no deadlocks.
  const change = await countChange(tx, room);
  const { rows } = await sql<RowOf<'messages', 'seq' | 'content'> & { author: ColumnOf<'messages', 'author_id'> }>`
    update messages m set hidden_at = ${reason === undefined ? null : at}, hidden_reason = ${reason ?? null}
    where m.room_id = ${room} and m.id = ${id} returning m.seq, m.author_id as author, m.content`.execute(tx);
  if (rows[0] === undefined) return undefined;
  const { seq, author, content } = rows[0];
  const event: RoomEvent = { kind: 'moderated', seq, hidden: reason !== undefined, author, ...change };
  await announce(tx, `room:${room}`, event);
  return { author, excerpt: [...content].slice(0, excerptLength).join('') };
}

/**
 * A message that can be reported: its author, text and address, and whether it is hidden. It has no topic, because its
 * room publishes the decision.
 */
export const itemOfMessage = (id: number) => sql`
  select m.author_id as author, m.content as text, '/room/' || m.room_id as address, null as topic,
    m.hidden_at is not null as hidden
  from messages m where m.id = ${id}`;

/** When each message was sent, since a moment. */
export const messagesSince = (since: Date) => sql`select created_at as at from messages where created_at >= ${since}`;

/** All rooms, by `id`. */
export const rooms = sql`(select id, name from rooms)`;
