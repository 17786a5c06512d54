import type { Message } from '@carecommons/contract/chat';
import { get, update } from 'idb-keyval';
import { type Call, CallError, isSignedOut } from '../../lib/call.ts';

/** A message that the server has not taken yet. */
export interface Unsent {
  client_id: string;
  room: number;
  content: string;
  /** When it was written. */
  at: string;
  /** Why the server refused it; null while it is on its way. */
  refused: string | null;
}

interface Options {
  api: Call;
  userId: number;
  onSent: (message: Message) => void;
}

const retryMs = { first: 1000, longest: 20_000 };
const keyOf = (userId: number) => `unsent:${userId}`;

export type Outbox = ReturnType<typeof openOutbox>;

/**
 * What a person has said and the server has not taken yet: kept in the browser for that person alone, sent in order, and
 * again until there is an answer. Each carries its own id, so that the server takes it once however often it comes.
 */
export function openOutbox({ api, userId, onSent }: Options) {
  let unsent: readonly Unsent[] = [];
  const listeners = new Set<() => void>();
  let sending = false;
  let wait = retryMs.first;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  /** Changes what is shown and what is kept; other tabs of the browser keep theirs in the same place. */
  function change(as: (all: readonly Unsent[]) => readonly Unsent[]) {
    unsent = as(unsent);
    for (const listener of listeners) listener();
    // Where nothing can be kept, as in some private windows, it lives as long as the page.
    void keep(as).catch(() => {});
  }
  async function keep(as: (all: readonly Unsent[]) => readonly Unsent[]) {
    await update<readonly Unsent[]>(keyOf(userId), (kept = []) => as(kept));
  }
  const without = (id: string) => (all: readonly Unsent[]) => all.filter(({ client_id }) => client_id !== id);

  async function send() {
    clearTimeout(retry);
    if (sending || closed) return;
    sending = true;
    try {
      for (;;) {
        const next = unsent.find(({ refused }) => refused === null);
        if (next === undefined || closed) return;
        const { client_id, room, content } = next;
        const message = await api
          .call('POST /apis/messages-create/:room_id/', { params: { room_id: room }, body: { content, client_id } })
          .catch((error: unknown) => refusedOrThrow(client_id, error));
        wait = retryMs.first;
        if (message === undefined) continue;
        onSent(message);
        change(without(client_id));
      }
    } catch (error) {
      // Signed out, it waits for the same person to come back.
      if (isSignedOut(error)) return;
      retry = setTimeout(() => void send(), wait * (0.7 + Math.random() * 0.6));
      wait = Math.min(wait * 2, retryMs.longest);
    } finally {
      sending = false;
    }
  }

  /** What the server will never take stays to be seen; all else is tried again later. */
  function refusedOrThrow(id: string, error: unknown): undefined {
    const final = error instanceof CallError && error.status >= 400 && error.status < 500;
    if (!final || isSignedOut(error) || error.status === 429 || error.code === 'request_running') throw error;
    const why = error.errors[0]?.message ?? error.message;
    change((all) => all.map((one) => (one.client_id === id ? { ...one, refused: why } : one)));
  }

  /** What was left from before, on any page of this person's. */
  async function restore() {
    const kept = (await get<readonly Unsent[]>(keyOf(userId))) ?? [];
    const before = kept.filter(({ client_id }) => !unsent.some((one) => one.client_id === client_id));
    if (before.length === 0 || closed) return;
    unsent = [...before, ...unsent];
    for (const listener of listeners) listener();
    await send();
  }
  void restore().catch(() => {});

  return {
    unsent: () => unsent,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    add(room: number, content: string) {
      const one = { client_id: crypto.randomUUID(), room, content, at: new Date().toISOString(), refused: null };
      change((all) => [...all, one]);
      void send();
    },

    /** Tries everything again now. */
    retry() {
      change((all) => all.map((one) => ({ ...one, refused: null })));
      wait = retryMs.first;
      void send();
    },

    drop: (id: string) => change(without(id)),

    close() {
      closed = true;
      clearTimeout(retry);
    },
  };
}
