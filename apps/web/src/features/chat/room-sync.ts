import type { Message } from '@carecommons/contract/chat';
import type { RoomEvent, RoomState } from '@carecommons/contract/chat-events';
import { chatReloadMs } from '@carecommons/contract/limits';
import type { Call } from '../../lib/calls/call.ts';
import type { Live } from '../../lib/calls/live.ts';
import { append, begin, type Log, prepend, put, reload, remove } from './log.ts';

/** Who reads: what is hidden is still there for its author and for moderators. */
export interface Reader {
  user_id: number;
  moderates: boolean;
}

/** A room as it is shown. */
export interface RoomView {
  /** Undefined until the first page is there. */
  log: Log | undefined;
  /** Why the last try to fetch failed, where it did. */
  error: unknown;
  /** Who is writing just now. */
  typing: readonly string[];
}

interface Options {
  api: Call;
  live: Live;
  room: number;
  reader: Reader;
  /** The room itself is another one: renamed, closed, or opened again. */
  onChanged(): void;
}

const line = 'GET /apis/messages/:room_id/';
const pageAtMost = 200;
const olderAtOnce = 100;
const pagesRenewed = 5;
const typingMs = 4000;
// All browsers are told at once that something may be missing: they do not all ask at once.
const scatterMs = 1500;

export type RoomSync = ReturnType<typeof openRoom>;

/**
 * Keeps a room's log equal to the server's: by what is told live while that comes without a gap, by fetching exactly what is
 * missing where there is one, and by loading the newest page anew every 15 seconds whatever happens.
 */
export function openRoom({ api, live, room, reader, onChanged }: Options) {
  let view: RoomView = { log: undefined, error: undefined, typing: [] };
  const listeners = new Set<() => void>();
  const typists = new Map<string, ReturnType<typeof setTimeout>>();
  // The highest number that is known to be given, and the count of changes told first before the log was there.
  let known = 0;
  let publishedChanges: number | undefined;
  let catching: Promise<void> | undefined;
  let olderAsked: string | undefined;
  let scattered: ReturnType<typeof setTimeout> | undefined;
  const end = new AbortController();

  function show(next: Partial<RoomView>) {
    if (end.signal.aborted) return;
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  }
  const change = (next: Log) => next !== view.log && show({ log: next });
  const list = (query: { limit?: number; after?: number; cursor?: string | undefined }) =>
    api.list(line, { params: { room_id: room }, query });

  /** Runs what fetches; a failure is shown, and tried again with whatever comes next. */
  async function trying(work: () => Promise<void>) {
    try {
      await work();
      if (view.error !== undefined) show({ error: undefined });
    } catch (error) {
      show({ error });
    }
  }

  /** Fetches what is missing up to the highest known number, and nothing else. */
  function catchUp(): Promise<void> {
    catching ??= trying(async () => {
      while (!end.signal.aborted && view.log !== undefined && view.log.seq < known) {
        const target = known;
        let more: string | undefined;
        do {
          const page = await list({ after: view.log.seq, limit: pageAtMost });
          change(append(view.log, page.rows));
          more = page.next;
        } while (more !== undefined && !end.signal.aborted);
        // Numbers that did not come are no longer there, or not for this reader.
        if (view.log.seq < target) change({ ...view.log, seq: target });
      }
    }).finally(() => (catching = undefined));
    return catching;
  }

  async function loadNewest() {
    const lastSeq = view.log?.seq ?? 0;
    const page = await list({});
    if (view.log === undefined) {
      change(begin(page, publishedChanges ?? 0));
    } else {
      const next = reload(view.log, page, lastSeq);
      known = Math.max(known, page.rows.at(-1)?.seq ?? 0);
      if (next !== undefined) change(next);
    }
    await catchUp();
  }

  /** Reloads all messages that are held, after changes that were not announced one by one. */
  async function renewAll(changes: number) {
    const { log } = view;
    if (log === undefined) return;
    const lastSeq = log.seq;
    const first = log.messages[0]?.seq ?? 0;
    let rows: Message[] = [];
    let next: string | undefined;
    for (let page = 0; page < pagesRenewed && (rows[0]?.seq ?? Number.POSITIVE_INFINITY) > first; page++) {
      const found = await list({ limit: pageAtMost, cursor: next });
      rows = [...found.rows, ...rows];
      next = found.next;
      if (next === undefined) break;
    }
    const since = view.log?.messages.filter(({ seq }) => seq > lastSeq && seq > (rows.at(-1)?.seq ?? 0)) ?? [];
    const seq = Math.max(view.log?.seq ?? 0, rows.at(-1)?.seq ?? 0);
    change({ messages: [...rows, ...since], older: next, seq, changes });
  }

  /** A change was told: the next one in order is taken as it is; any other means that some were missed. */
  function counted(log: Log, { last, changes }: { last: number; changes: number }, as: (log: Log) => Log) {
    known = Math.max(known, last);
    if (changes > log.changes + 1) void trying(() => renewAll(changes));
    else if (changes === log.changes + 1) change({ ...as(log), changes });
    void catchUp();
  }

  function handleEvent(event: RoomEvent) {
    const { log } = view;
    switch (event.kind) {
      case 'message':
        forgetTypist(event.message.user.username);
        return received(event.message);
      case 'typing':
        if (event.user.id !== reader.user_id) noteTypist(event.user.username);
        return;
      case 'changed':
        return onChanged();
      case 'deleted':
        if (log !== undefined) counted(log, event, (now) => remove(now, event.seq));
        return;
      case 'moderated': {
        if (log === undefined) return;
        const stays = !event.hidden || event.author === reader.user_id || reader.moderates;
        counted(log, event, (now) => (stays ? now : remove(now, event.seq)));
        if (stays && event.seq >= (log.messages[0]?.seq ?? 0)) void trying(() => fetchOne(event.seq));
      }
    }
  }

  async function fetchOne(seq: number) {
    const [row] = (await list({ after: seq - 1, limit: 1 })).rows;
    if (row?.seq === seq && view.log !== undefined && seq <= view.log.seq) change(put(view.log, row));
  }

  function received(message: Message) {
    known = Math.max(known, message.seq);
    const { log } = view;
    if (log === undefined || message.seq <= log.seq) return;
    if (message.seq === log.seq + 1) change(append(log, [message]));
    else void catchUp();
  }

  function noteTypist(name: string) {
    clearTimeout(typists.get(name));
    typists.set(
      name,
      setTimeout(() => forgetTypist(name), typingMs),
    );
    if (!view.typing.includes(name)) show({ typing: [...view.typing, name] });
  }

  function forgetTypist(name: string) {
    clearTimeout(typists.get(name));
    if (typists.delete(name)) show({ typing: [...typists.keys()] });
  }

  const load = () => trying(loadNewest);
  const stop = live.watch({
    topic: `room:${room}`,
    onState(state) {
      const { seq, changes } = state as RoomState;
      known = Math.max(known, seq);
      if (view.log === undefined || publishedChanges === undefined) {
        publishedChanges = changes;
        if (view.log !== undefined) change({ ...view.log, changes });
      } else if (view.log.changes !== changes) void trying(() => renewAll(changes));
      void catchUp();
    },
    onEvent: (event) => handleEvent(event as RoomEvent),
    onStale() {
      clearTimeout(scattered);
      scattered = setTimeout(() => void load(), Math.random() * scatterMs);
    },
  });
  const reloading = setInterval(() => void load(), chatReloadMs);
  void load();

  return {
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Reloads the newest page. */
    load,

    /** Fetches the page before the first message, each page once at a time. */
    async loadOlder(): Promise<void> {
      const cursor = view.log?.older;
      if (cursor === undefined || cursor === olderAsked) return;
      olderAsked = cursor;
      await trying(async () => {
        const page = await list({ cursor, limit: olderAtOnce });
        if (view.log?.older === cursor) change(prepend(view.log, page));
      });
      if (olderAsked === cursor) olderAsked = undefined;
    },

    /** A message of one's own that the server has just taken. */
    received,

    /** A message of one's own that the server has just deleted. */
    deleted(seq: number) {
      if (view.log !== undefined) change(remove(view.log, seq));
    },

    close() {
      end.abort();
      stop();
      clearInterval(reloading);
      clearTimeout(scattered);
      for (const timer of typists.values()) clearTimeout(timer);
    },
  };
}
