import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, messageId, nothing, page, strict, text, wholeNumber } from './fields.ts';
import { messageLength } from './limits.ts';

/**
 * A chat room as one person sees it. `member_count` is the number of people active in the last 30 days. `seq` is the
 * number of the newest message. `read_seq` is the last message that the person has read, null if they never opened the
 * room. `unread_count` stops at 100. Nobody can write in a `closed` room.
 */
const room = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  member_count: z.int(),
  closed: z.boolean(),
  seq: z.int(),
  read_seq: z.nullable(z.int()),
  unread_count: z.int(),
});
export type Room = z.output<typeof room>;

/** A message. `seq` counts within its room. `client_id` was chosen by its sender. */
const message = z.object({
  id: z.int(),
  room: z.int(),
  seq: z.int(),
  content: z.string(),
  timestamp: z.string(),
  user: z.object({ id: z.int(), username: z.string() }),
  client_id: z.string(),
  /** Why it is hidden from everybody but its author and the moderators; null if it is not hidden. */
  hidden_reason: z.nullable(z.string()),
});
export type Message = z.output<typeof message>;

const person = z.object({ id: z.int(), username: z.string() });
export type BlockedPerson = z.output<typeof person>;

const seq = wholeNumber(0, 2_147_483_647);

export const listRooms = endpoint({
  method: 'GET',
  path: '/apis/chat-rooms/',
  access: 'signed-in',
  summary: 'Lists the chat rooms, newest first.',
  query: strict(page),
  reply: z.array(room),
});

export const createRoom = endpoint({
  method: 'POST',
  path: '/apis/chat-rooms/create/',
  access: { grant: 'administrator' },
  summary: 'Creates a chat room.',
  body: strict({ name: text(80), description: z.optional(text(300, 0)) }),
  reply: room,
  status: 201,
});

export const getRoom = endpoint({
  method: 'GET',
  path: '/apis/chat-rooms/:room_id/',
  access: 'signed-in',
  summary: 'Returns one chat room.',
  params: strict({ room_id: id }),
  reply: room,
  errors: ['not_found'],
});

export const readRoom = endpoint({
  method: 'POST',
  path: '/apis/chat-rooms/:room_id/read/',
  access: 'signed-in',
  summary: "Marks a room as read up to a message, on all of the caller's devices. It never moves back.",
  params: strict({ room_id: id }),
  body: strict({ seq }),
  reply: z.object({ read_seq: z.int(), unread_count: z.int() }),
  errors: ['not_found'],
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/apis/messages/:room_id/',
  access: 'signed-in',
  summary:
    'Lists the newest messages of a room, oldest first; the next page goes back in time. With `after`, lists messages after that number; the next page goes forward.',
  params: strict({ room_id: id }),
  query: strict({ ...page, after: z.optional(seq) }),
  reply: z.array(message),
  errors: ['not_found'],
});

export const createMessage = endpoint({
  method: 'POST',
  path: '/apis/messages-create/:room_id/',
  access: 'signed-in',
  summary:
    'Posts a message in a room. A repeated `client_id` returns the same message and does not create a second one.',
  params: strict({ room_id: id }),
  body: strict({ content: text(messageLength), client_id: z.optional(z.guid('This has the wrong form.')) }),
  reply: message,
  status: 201,
  errors: ['not_found', 'wrong_state', 'said_already', 'too_many_requests'],
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/apis/messages-del/:message_id/',
  access: 'signed-in',
  summary: "Deletes one of the caller's own messages.",
  params: strict({ message_id: messageId }),
  reply: done,
  errors: ['not_found', 'not_allowed'],
});

export const listBlocks = endpoint({
  method: 'GET',
  path: '/apis/blocks/',
  access: 'signed-in',
  summary: 'Lists the people whom the caller has blocked, last blocked first.',
  query: strict(page),
  reply: z.array(person),
});

export const block = endpoint({
  method: 'PUT',
  path: '/apis/blocks/:user_id/',
  access: 'signed-in',
  summary: 'Blocks a person: the caller no longer sees that person’s messages.',
  params: strict({ user_id: id }),
  body: nothing,
  reply: done,
  errors: ['not_found'],
});

export const unblock = endpoint({
  method: 'DELETE',
  path: '/apis/blocks/:user_id/',
  access: 'signed-in',
  summary: "Unblocks a person: the caller sees that person's messages again.",
  params: strict({ user_id: id }),
  reply: done,
});
