import type { Message } from '@carecommons/contract/chat';
import { wallTimeAt } from '../../lib/texts/zoned.ts';
import type { Unsent } from './outbox.ts';

/** One row of a room: a day, the mark above what is new, a message, or one that is still on its way. */
export type Entry =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: Message; own: boolean; follows: boolean }
  | { kind: 'unsent'; key: string; unsent: Unsent };

interface Shown {
  messages: readonly Message[];
  unsent: readonly Unsent[];
  me: number;
  blocked: ReadonlySet<number>;
  /** How far the person had read when the room was opened; null where there is nothing to mark. */
  readBefore: number | null;
  /** There are messages before the first of these. */
  older: boolean;
}

// What the same person says within this time stands together under one name.
const togetherMs = 5 * 60_000;
const keyOf = (author: number, clientId: string) => `${author}:${clientId}`;

/**
 * The rows of a room, from the oldest to what is not sent yet. A row never changes when older ones come: while there are any,
 * the first message waits for them, so that it is known of each row whether it begins a day, what is new, or a person's words.
 */
export function entriesOf({ messages, unsent, me, blocked, readBefore, older }: Shown): Entry[] {
  const entries: Entry[] = [];
  const shown = messages.filter(({ user }) => !blocked.has(user.id));
  let before = older ? shown.shift() : undefined;
  let day = before === undefined ? '' : wallTimeAt(new Date(before.timestamp)).date;
  // What is new may begin further up.
  let marked = readBefore === null || (before !== undefined && before.seq > readBefore);
  for (const message of shown) {
    const at = new Date(message.timestamp);
    const own = message.user.id === me;
    const { date } = wallTimeAt(at);
    let follows =
      before?.user.id === message.user.id && at.getTime() - new Date(before.timestamp).getTime() < togetherMs;
    if (date !== day) {
      entries.push({ kind: 'day', key: date, at });
      follows = false;
    }
    if (!marked && !own && message.seq > (readBefore ?? 0)) {
      entries.push({ kind: 'new', key: 'new' });
      marked = true;
      follows = false;
    }
    entries.push({ kind: 'message', key: keyOf(message.user.id, message.client_id), message, own, follows });
    day = date;
    before = message;
  }
  // What the server has taken is shown as such, even where its answer was lost on the way.
  const taken = new Set(entries.map(({ key }) => key));
  for (const one of unsent) {
    const key = keyOf(me, one.client_id);
    if (!taken.has(key)) entries.push({ kind: 'unsent', key, unsent: one });
  }
  return entries;
}
