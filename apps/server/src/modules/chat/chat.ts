import type { RoomEvent } from '@carecommons/contract/chat-events';
import { sql } from 'kysely';
import type { Tx } from '../../core/db.ts';
import { announce } from '../../core/live-channel.ts';
import { countChange } from './messages.ts';

const excerptLength = 150;

/**
 * Hides a message from all but its author and the moderators, with a reason; without one, shows it again. Open pages follow
 * when the transaction commits. Undefined where there is no such message.
 */
export async function hide(tx: Tx, id: number, reason: string | undefined, at: Date) {
  const { rows: found } = await sql<{ room: number }>`
    select m.room_id as room from messages m where m.id = ${id}`.execute(tx);
  if (found[0] === undefined) return undefined;
  const { room } = found[0];
  // First the room's row, as everybody who writes there: so nobody waits in a circle.
  const change = await countChange(tx, room);
  const { rows } = await sql<{ seq: number; author: number; content: string }>`
    update messages m set hidden_at = ${reason === undefined ? null : at}, hidden_reason = ${reason ?? null}
    where m.room_id = ${room} and m.id = ${id} returning m.seq, m.author_id as author, m.content`.execute(tx);
  if (rows[0] === undefined) return undefined;
  const { seq, author, content } = rows[0];
  const event: RoomEvent = { kind: 'moderated', seq, hidden: reason !== undefined, author, ...change };
  await announce(tx, `room:${room}`, event);
  return { author, excerpt: [...content].slice(0, excerptLength).join('') };
}
