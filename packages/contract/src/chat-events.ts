import type { Message } from './chat.ts';

// Live events of the chat. Types only, so the browser needs no schema for them.

/** The state of a room, sent when a browser begins to watch `room:<id>`. */
export interface RoomState {
  /** The number of its newest message. */
  seq: number;
  /** How many times a message was deleted, hidden or shown again. */
  changes: number;
}

/** Events in a room, sent to watchers of `room:<id>`. */
export type RoomEvent =
  | { kind: 'message'; message: Message }
  /** A message was deleted. `last` is the number of the room's newest message at that time, `changes` as above. */
  | { kind: 'deleted'; seq: number; last: number; changes: number }
  /** A message was hidden or shown again. Its author and moderators still see it; whoever may see it fetches it. */
  | { kind: 'moderated'; seq: number; hidden: boolean; author: number; last: number; changes: number }
  | { kind: 'typing'; user: { id: number; username: string } }
  /** The room was renamed, got a new description, or was closed or reopened. */
  | { kind: 'changed' };

/** Some room has a new message, or the list of rooms changed. Sent to watchers of `rooms`. */
export type RoomsEvent = { kind: 'said'; room: number; seq: number; author: number } | { kind: 'changed' };

/** A person did something on one device. Sent to all of their devices. */
export type OwnChatEvent = { kind: 'read'; room: number; read_seq: number; unread_count: number } | { kind: 'blocks' };
