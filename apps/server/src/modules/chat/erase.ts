import { erasedText } from '@carecommons/contract/erasure-rules';
import type { RoomEvent } from '@carecommons/contract/chat-events';
import { sql } from 'kysely';
import type { ColumnOf, Db, RowOf } from '../../platform/db/db.ts';
import { type ErasureStep, inPortions } from '../erasure/erasure.ts';
import { announce } from '../../platform/broadcast/broadcast.ts';

/**
 * Removes a leaver's messages from the rooms. Others answered them, so their places stay, without a name and without
 * text.
 */
export const eraseMessages: ErasureStep = async ({ db }, { user_id }) => {
  const { rows: rooms } = await sql<RowOf<'rooms', 'id'>>`select id from rooms order by id`.execute(db);
  for (const { id } of rooms) await inPortions((rows) => emptyIn(db, id, user_id, rows));
  await db.transaction().execute(async (tx) => {
    await sql`
      with gone as (delete from room_members where user_id = ${user_id} returning room_id, active_on)
      update room_days d set people = people - 1 from gone where d.room_id = gone.room_id and d.day = gone.active_on`.execute(
      tx,
    );
    await sql`delete from room_reads where user_id = ${user_id}`.execute(tx);
    await sql`delete from blocks where user_id = ${user_id} or blocked_id = ${user_id}`.execute(tx);
  });
};

async function emptyIn(db: Db, room: number, author: number, most: number): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows: own } = await sql<RowOf<'messages', 'seq'>>`
      select seq from messages where room_id = ${room} and author_id = ${author}
        and (content <> ${erasedText} or hidden_reason <> ${erasedText}) limit ${most}`.execute(tx);
    if (own.length === 0) return 0;
    // First the room's row, like everybody who writes there. Counted twice: an open page then assumes that it missed
    // changes, and reloads the room.
    const { rows } = await sql<RowOf<'room_sequences', 'changes'> & { last: ColumnOf<'room_sequences', 'seq'> }>`
      update room_sequences set changes = changes + 2 where room_id = ${room} returning seq as last, changes`.execute(
      tx,
    );
    const seqs = own.map(({ seq }) => seq);
    await sql`
      update messages set content = ${erasedText}, hidden_reason = case when hidden_at is not null then ${erasedText} end
      where room_id = ${room} and seq = any(${seqs}::int[]) and author_id = ${author}`.execute(tx);
    const event = { kind: 'moderated', seq: seqs[0] as number, hidden: false, author } as const;
    await announce(tx, `room:${room}`, { ...event, ...(rows[0] as (typeof rows)[number]) } satisfies RoomEvent);
    return own.length;
  });
}
