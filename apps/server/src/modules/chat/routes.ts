import * as administration from '@carecommons/contract/administration';
import * as contract from '@carecommons/contract/chat';
import type { Message } from '@carecommons/contract/chat';
import type { OwnChatEvent, RoomEvent, RoomsEvent } from '@carecommons/contract/chat-events';
import * as z from 'zod/mini';
import type { Live } from '../../platform/live/live.ts';
import { afterCommit, int4, moment, sendList } from '../../platform/db/db.ts';
import { route } from '../../platform/routing/routing.ts';
import { block, listBlocks, unblock } from './blocks.ts';
import { markActive } from './members.ts';
import { deleteMessage, listAfter, listNewest, findPostedMessage, postMessage } from './messages.ts';
import { markRead } from './reads.ts';
import { closeOrReopen, createRoom, editRoom, getRoom, listRooms } from './rooms.ts';

const byNumber = z.tuple([int4]);
const blockCursor = z.tuple([moment, int4]);

const publishToRoom = (live: Live, id: number, event: RoomEvent) => live.publish(`room:${id}`, event);
const publishToOwn = (live: Live, userId: number, event: OwnChatEvent) => live.publishToPerson(userId, event);

function publishMessage(live: Live, message: Message) {
  const { room, seq, user } = message;
  publishToRoom(live, room, { kind: 'message', message });
  live.publish('rooms', { kind: 'said', room, seq, author: user.id } satisfies RoomsEvent);
}

/** SQLSTATE of a violated unique constraint: the same message arrived twice at the same time. */
const isTwice = (error: unknown) => (error as { code?: string }).code === '23505';

export const chatRoutes = [
  route(contract.listRooms, async (call) => {
    const { db, actor, query, clock } = call;
    return await sendList(call, ['rooms'], byNumber, (cursor) =>
      listRooms(db, actor, { limit: query.limit, before: cursor?.[0] }, clock.now()),
    );
  }),

  route(contract.createRoom, async ({ transaction, actor, body, clock }) => {
    return await transaction(async (tx) => await createRoom(tx, actor, body, clock.now()));
  }),

  route(administration.editRoom, async ({ transaction, actor, params, body, clock }) => {
    return await transaction(async (tx) => {
      await editRoom(tx, actor, params.room_id, body, clock.now());
      return {};
    });
  }),

  route(administration.closeRoom, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => {
      await closeOrReopen(tx, actor, 'close', params.room_id, clock.now());
      return {};
    });
  }),

  route(administration.reopenRoom, async ({ transaction, actor, params, clock }) => {
    return await transaction(async (tx) => {
      await closeOrReopen(tx, actor, 'reopen', params.room_id, clock.now());
      return {};
    });
  }),

  route(
    contract.getRoom,
    async ({ db, actor, params, clock }) => await getRoom(db, actor, params.room_id, clock.now()),
  ),

  route(contract.readRoom, async ({ db, actor, params, body, clock, live }) => {
    const room = params.room_id;
    const { moved, ...read } = await markRead(db, actor, room, body.seq, clock.now());
    await markActive(db, room, actor.user_id, clock.now());
    if (moved) publishToOwn(live, actor.user_id, { kind: 'read', room, ...read });
    return read;
  }),

  route(contract.listMessages, async (call) => {
    const { db, actor, params, query } = call;
    const { limit, after } = query;
    const room = params.room_id;
    if (after === undefined) {
      return await sendList(call, ['messages before', room], byNumber, (cursor) =>
        listNewest(db, actor, room, { limit, before: cursor?.[0] }),
      );
    }
    return await sendList(call, ['messages after', room], byNumber, (cursor) =>
      listAfter(db, actor, room, { limit, after: cursor?.[0] ?? after }),
    );
  }),

  route(contract.createMessage, async ({ db, transaction, actor, params, body, clock, live, request, throttle }) => {
    const room = params.room_id;
    const now = clock.now();
    const posting = { kind: 'message', text: body.content, id: body.client_id } as const;
    let posted: Message | undefined;
    const work = (tx: typeof db) =>
      throttle.post(actor, posting, async () => {
        posted = await postMessage(tx, actor, room, body, now);
        return posted ?? (await findPostedMessage(tx, actor, room, body));
      });
    // Without a key one statement is enough: its implicit transaction is the shortest.
    const keyed = request.headers['idempotency-key'] !== undefined;
    const message = await (keyed ? transaction(work) : work(db)).catch(async (error: unknown) => {
      if (isTwice(error)) return await findPostedMessage(db, actor, room, body);
      throw error;
    });
    if (posted !== undefined) publishMessage(live, posted);
    await markActive(db, room, actor.user_id, now);
    return message;
  }),

  route(contract.deleteMessage, async ({ transaction, actor, params, live }) => {
    return await transaction(async (tx) => {
      const { room, ...change } = await deleteMessage(tx, actor, params.message_id);
      afterCommit(tx, () => publishToRoom(live, room, { kind: 'deleted', ...change }));
      return {};
    });
  }),

  route(contract.listBlocks, async (call) => {
    const { db, actor, query } = call;
    return await sendList(call, ['blocks', actor.user_id], blockCursor, (after) =>
      listBlocks(db, actor, { limit: query.limit, after }),
    );
  }),

  route(contract.block, async ({ db, actor, params, clock, live }) => {
    await block(db, actor, params.user_id, clock.now());
    publishToOwn(live, actor.user_id, { kind: 'blocks' });
    return {};
  }),

  route(contract.unblock, async ({ db, actor, params, live }) => {
    await unblock(db, actor, params.user_id);
    publishToOwn(live, actor.user_id, { kind: 'blocks' });
    return {};
  }),
];
