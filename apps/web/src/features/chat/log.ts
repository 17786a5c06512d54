import type { Message } from '@carecommons/contract/chat';

/** What a browser holds of a room: the messages from some point on, by their numbers. */
export interface Log {
  messages: readonly Message[];
  /** Where those before the first one are; undefined where it is the first of all. */
  older: string | undefined;
  /** Everything up to this number is here, as far as it still exists. */
  seq: number;
  /** Changes of messages up to this count are known. */
  changes: number;
}

interface Page {
  rows: readonly Message[];
  next: string | undefined;
}

const lastOf = (messages: readonly Message[]) => messages.at(-1)?.seq ?? 0;

/** The log that begins with the newest page of a room. */
export function begin({ rows, next }: Page, changes: number): Log {
  return { messages: rows, older: next, seq: lastOf(rows), changes };
}

/**
 * The log after its newest page was loaded anew, asked for when the log went up to `asked`: in the stretch that the page
 * covers nothing counts but the page, so that what was deleted goes; what has come since the asking stays. Undefined where
 * something between the log and the page is missing.
 */
export function reload(log: Log, { rows, next }: Page, asked: number): Log | undefined {
  const first = rows[0]?.seq ?? 0;
  if (next !== undefined && first > log.seq + 1) return undefined;
  const before = log.messages.filter(({ seq }) => next !== undefined && seq < first);
  const since = log.messages.filter(({ seq }) => seq > Math.max(asked, lastOf(rows)));
  return {
    messages: [...before, ...rows, ...since],
    older: before.length > 0 ? log.older : next,
    seq: Math.max(log.seq, lastOf(rows)),
    changes: log.changes,
  };
}

/** The log with a page of what came after it. */
export function append(log: Log, rows: readonly Message[]): Log {
  const fresh = rows.filter(({ seq }) => seq > log.seq);
  if (fresh.length === 0) return log;
  return { ...log, messages: [...log.messages, ...fresh], seq: lastOf(fresh) };
}

/** The log with the page before its first message. */
export function prepend(log: Log, { rows, next }: Page): Log {
  const first = log.messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  return { ...log, messages: [...rows.filter(({ seq }) => seq < first), ...log.messages], older: next };
}

/** The log with one message as it now is, in its place. */
export function put(log: Log, message: Message): Log {
  const others = log.messages.filter(({ seq }) => seq !== message.seq);
  const at = others.findIndex(({ seq }) => seq > message.seq);
  return { ...log, messages: others.toSpliced(at === -1 ? others.length : at, 0, message) };
}

/** The log without a message. */
export function remove(log: Log, gone: number): Log {
  return { ...log, messages: log.messages.filter(({ seq }) => seq !== gone) };
}
