import { useEffect, useSyncExternalStore } from 'react';
import { call, CallError, isSignedOut } from '../calls/call.ts';
import { signedInPerson } from '../session/personal-data.ts';
import { onDraftKey } from './draft-key.ts';
import { allKept, saveKept } from './kept.ts';
import { onSessionChange } from '../session/session.ts';

// What a person asked to be sent as soon as there is a network: kept in this browser for that person alone, until the server
// has answered. It carries one Idempotency-Key, so that the server does it once however often it comes.

/** The calls that may be sent later: each adds one text, and nobody waits for it at a certain time. */
export type LaterLine = 'POST /apis/help-center/create/' | 'POST /apis/help-center/:question_id/comments/';

/** Something to be sent when there is a network again. */
export interface Later {
  /** Its Idempotency-Key. */
  id: string;
  line: LaterLine;
  params?: { question_id: number };
  body: object;
  /** What the person wrote. */
  text: string;
  /** The draft that it was, and the page on which it is written. */
  draft: string;
  page: string;
  /** When it was given up for sending. */
  at: string;
  /** Why the server refused it; null while it waits. */
  refused: string | null;
}

const kind = 'later ';
const retryMs = 20_000;
// The server knows a key again for 24 hours. What is older is sent at a press alone: whoever wrote it may have changed their mind.
const goodForMs = 23 * 3_600_000;

/** Whether it is so old that it is sent at a press alone. */
export const isOld = ({ at }: Later) => Date.now() - Date.parse(at) > goodForMs;

interface State {
  waiting: readonly Later[];
  /** The one that is on its way. */
  sending: string | undefined;
  /** Those that have been sent while this page was open. */
  sent: readonly Later[];
}

const nobody: State = { waiting: [], sending: undefined, sent: [] };
let state = nobody;
let person: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(part: Partial<State>) {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function put(one: Later) {
  if (person === undefined) return;
  const others = state.waiting.filter(({ id }) => id !== one.id);
  change({ waiting: [...others, one].toSorted((a, b) => a.at.localeCompare(b.at)) });
  saveKept(person, kind + one.id, one);
}

/** Gives one up. */
export function discardLater(id: string): void {
  change({ waiting: state.waiting.filter((one) => one.id !== id) });
  if (person !== undefined) saveKept(person, kind + id, undefined);
}

/** Keeps something for when there is a network, and sends it then. */
export function sendLater(one: Omit<Later, 'at' | 'refused'>): void {
  person = signedInPerson();
  put({ ...one, at: new Date().toISOString(), refused: null });
  void send();
}

/** Sends one now, old or refused as it may be. What was refused is known not to have been done, and goes as another one. */
export function retryLater(one: Later): void {
  discardLater(one.id);
  const id = one.refused === null ? one.id : crypto.randomUUID();
  put({ ...one, id, at: new Date().toISOString(), refused: null });
  void send();
}

/** Sends what waits, one after the other; what gets no answer stays, and is tried again. */
async function send() {
  clearTimeout(timer);
  const next = state.waiting.find((one) => one.refused === null && !isOld(one));
  if (next === undefined || state.sending !== undefined || person !== signedInPerson() || !navigator.onLine) return;
  const { id, line, params, body } = next;
  change({ sending: id });
  try {
    await call(line, { params, body, idempotencyKey: id } as Parameters<typeof call<LaterLine>>[1]);
    discardLater(id);
    change({ sending: undefined, sent: [...state.sent, next] });
  } catch (error) {
    change({ sending: undefined });
    // Signed out, it waits for the same person to come back.
    if (isSignedOut(error)) return;
    if (!isFinal(error)) {
      const retryAfter = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
      timer = setTimeout(() => void send(), Math.max(retryMs, retryAfter));
      return;
    }
    // Meanwhile the person may have given it up.
    if (state.waiting.includes(next)) put({ ...next, refused: error.errors[0]?.message ?? error.message });
  }
  await send();
}

/** Whether the server will never take it as it is. */
function isFinal(error: unknown): error is CallError {
  const refused = error instanceof CallError && error.status >= 400 && error.status < 500;
  return refused && error.status !== 429 && error.code !== 'request_running';
}

/** Loads what the person who is signed in has waiting, from before or from another tab. */
async function load() {
  const now = signedInPerson();
  if (now !== person) change(nobody);
  person = now;
  if (now === undefined) return;
  const stored = await allKept<Later>(now, kind).catch(() => []);
  if (person !== now) return;
  change({ waiting: stored.toSorted((a, b) => a.at.localeCompare(b.at)) });
  await send();
}

const loadNow = () => void load();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person has seen that they were sent. */
export function forgetSent(): void {
  if (state.sent.length > 0) change({ sent: [] });
}

/** What waits to be sent, and what has been. */
export function useLater(): State {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => nobody,
  );
}

/** Sends what waits for as long as the component is there. */
export function useSendingLater(): void {
  useEffect(() => {
    loadNow();
    const forget = [onSessionChange(loadNow), onDraftKey(loadNow)];
    window.addEventListener('online', loadNow);
    document.addEventListener('visibilitychange', loadNow);
    return () => {
      for (const each of forget) each();
      window.removeEventListener('online', loadNow);
      document.removeEventListener('visibilitychange', loadNow);
    };
  }, []);
}
