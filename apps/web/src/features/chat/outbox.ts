import type { Message } from '@carecommons/contract/chat';
import { type Call, CallError, isSignedOut } from '../../lib/calls/call.ts';
import { onDraftKey } from '../../lib/kept/draft-key.ts';
import { allKept, saveKept } from '../../lib/kept/kept.ts';
import { signedInPerson } from '../../lib/session/personal-data.ts';
import { onSessionChange } from '../../lib/session/session.ts';

/** A message that the server has not taken yet. */
export interface Unsent {
  client_id: string;
  room: number;
  content: string;
  /** When it was written. */
  at: string;
  /** Why the server refused it; null while it is on its way. */
  refused: string | null;
  /** What the server said where it wants this person to write more slowly; it goes later by itself. */
  slower?: string;
}

interface Options {
  api: Call;
  userId: number;
  onSent: (message: Message) => void;
  /** Who is signed in now. */
  signedIn?: () => string | undefined;
}

const retryMs = { first: 1000, longest: 20_000 };
const kind = 'unsent ';

export type Outbox = ReturnType<typeof openOutbox>;

/**
 * The messages of a person that the server has not taken yet. They are stored in the browser for that person alone, and sent in
 * order until the server answers. Each has its own id, so that the server creates it once however often it is sent.
 */
export function openOutbox({ api, userId, onSent, signedIn = signedInPerson }: Options) {
  let unsent: readonly Unsent[] = [];
  const listeners = new Set<() => void>();
  let sending = false;
  let wait = retryMs.first;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const person = String(userId);

  /** Changes what is shown. Where nothing can be kept, as in some private windows, it lives as long as the page. */
  function show(now: readonly Unsent[]) {
    unsent = now;
    for (const listener of listeners) listener();
  }
  /** Adds a message, or puts it in place of what it was before; other tabs of the browser keep theirs beside it. */
  function put(one: Unsent) {
    const before = unsent.some(({ client_id }) => client_id === one.client_id);
    show(before ? unsent.map((other) => (other.client_id === one.client_id ? one : other)) : [...unsent, one]);
    saveKept(person, kind + one.client_id, one);
  }
  function drop(id: string) {
    show(unsent.filter(({ client_id }) => client_id !== id));
    saveKept(person, kind + id, undefined);
  }

  async function send() {
    clearTimeout(retry);
    if (sending || closed) return;
    sending = true;
    try {
      for (;;) {
        const first = unsent.find(({ refused }) => refused === null);
        // Whoever has signed in meanwhile must not send it as theirs.
        if (first === undefined || closed || signedIn() !== person) return;
        const { client_id, room, content } = first;
        const message = await api
          .call('POST /apis/messages-create/:room_id/', { params: { room_id: room }, body: { content, client_id } })
          .catch((error: unknown) => refusedOrThrow(first, error));
        wait = retryMs.first;
        if (message === undefined) continue;
        onSent(message);
        drop(client_id);
      }
    } catch (error) {
      // It waits until the same person has signed in again.
      if (isSignedOut(error)) return;
      const retryAfter = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
      retry = setTimeout(() => void send(), retryAfter + wait * (0.7 + Math.random() * 0.6));
      wait = Math.min(wait * 2, retryMs.longest);
    } finally {
      sending = false;
    }
  }

  /** What the server will never take stays to be seen; all else is tried again later. */
  function refusedOrThrow(one: Unsent, error: unknown): undefined {
    const final = error instanceof CallError && error.status >= 400 && error.status < 500;
    if (!final || isSignedOut(error) || error.code === 'request_running') throw error;
    // Meanwhile the person may have given it up.
    if (error.status === 429) {
      if (unsent.includes(one)) put({ ...one, slower: error.message });
      throw error;
    }
    if (unsent.includes(one)) put({ ...one, refused: error.errors[0]?.message ?? error.message });
  }

  /** What was left from before, on any page of this person's. */
  async function restore() {
    const stored = await allKept<Unsent>(person, kind);
    const before = stored.filter(({ client_id }) => !unsent.some((one) => one.client_id === client_id));
    if (before.length === 0 || closed) return;
    show([...before, ...unsent].toSorted((one, other) => one.at.localeCompare(other.at)));
    await send();
  }
  const restoreNow = () => void restore().catch(() => {});
  restoreNow();
  const forget = onDraftKey(restoreNow);
  const sendNow = () => void send();
  const stopWatching = onSessionChange(sendNow);
  window.addEventListener('online', sendNow);

  return {
    unsent: () => unsent,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    add(room: number, content: string) {
      put({ client_id: crypto.randomUUID(), room, content, at: new Date().toISOString(), refused: null });
      void send();
    },

    /** Tries everything again now. */
    retry() {
      for (const one of unsent) if (one.refused !== null) put({ ...one, refused: null });
      wait = retryMs.first;
      void send();
    },

    drop,

    close() {
      closed = true;
      forget();
      stopWatching();
      window.removeEventListener('online', sendNow);
      clearTimeout(retry);
    },
  };
}
