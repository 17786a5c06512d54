import type { RoomEvent, RoomState } from '@carecommons/contract/chat-events';
import { sql } from 'kysely';
import type { Topics } from '../../platform/routing/routing.ts';

/** The topics of chat that browsers can watch: one room, and new messages in any room. */
export const chatTopics: Topics = {
  room: {
    async enter({ db }, _actor, id) {
      const { rows } = await sql<RoomState>`
        select seq, changes from room_sequences where room_id = ${id}`.execute(db);
      return rows[0];
    },
    hint: ({ user_id: id, username }): RoomEvent => ({ kind: 'typing', user: { id, username } }),
  },
  rooms: { enter: async () => ({}) },
};
