import type { Message } from './chat.ts';

// What is told live of chat: types alone, so that a browser carries no schema for them.

/** Where a room stands, told to whoever begins to watch `room:<id>`. */
export interface RoomState {
  /** The number of its newest message. */
  seq: number;
  /** How often a message was deleted, hidden or shown again. */
  changes: number;
}

/** What happens in a room, to those who watch `room:<id>`. */
export type RoomEvent =
  | { kind: 'message'; message: Message }
  /** A message is there no more. `last` is the number of the room's newest message by then, `changes` as above. */
  | { kind: 'deleted'; seq: number; last: number; changes: number }
  /** A message was hidden, or is shown again: its author and moderators see it, and whoever may see it fetches it. */
  | { kind: 'moderated'; seq: number; hidden: boolean; author: number; last: number; changes: number }
  | { kind: 'typing'; user: { id: number; username: string } }
  /** It was renamed, described anew, closed or opened again. */
  | { kind: 'changed' };

/** That something was said in some room, or that the rooms themselves are others, to those who watch `rooms`. */
export type RoomsEvent = { kind: 'said'; room: number; seq: number; author: number } | { kind: 'changed' };

/** What a person did on another device, to each of them. */
export type OwnChatEvent = { kind: 'read'; room: number; read_seq: number; unread_count: number } | { kind: 'blocks' };
