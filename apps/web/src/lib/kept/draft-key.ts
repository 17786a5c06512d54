import { call } from '../calls/call.ts';
import { signedInPerson } from '../session/personal-data.ts';
import { openSealer, type Sealer } from './sealing.ts';
import { onSessionChange } from '../session/session.ts';

// The key by which a browser encrypts what it keeps for a person: the server gives it to a session alone. Each page that wants it
// fetches it once and holds it in memory, until the session ends.

interface CachedKey {
  person: string;
  key: string;
  sealer: Sealer;
}

const retryMs = 20_000;
const handed = 'draft-key';

let cached: CachedKey | undefined;
let asking: { person: string; answer: Promise<Sealer | undefined> } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let fromLastPage: string | undefined;
let isOffline = false;
let watching = false;
const listeners = new Set<() => void>();

/** Calls back as soon as the key is there, and each time that it is again. */
export function onDraftKey(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What encrypts for the person who is signed in. Undefined for anybody else, and where the key cannot be had: then it is asked for
 * again by itself, and `onDraftKey` tells. Plain http on another address than localhost has no cryptography, and never has it.
 */
export async function sealerOf(person: string): Promise<Sealer | undefined> {
  if (crypto.subtle === undefined || person !== signedInPerson()) return undefined;
  watch();
  if (cached?.person === person) return cached.sealer;
  if (asking?.person !== person) {
    const mine = { person, answer: ask(person) };
    asking = mine;
    void mine.answer.finally(() => {
      if (asking === mine) asking = undefined;
    });
  }
  return await asking.answer;
}

async function ask(person: string): Promise<Sealer | undefined> {
  clearTimeout(timer);
  try {
    const key = keyFromLastPage(person) ?? (await call('GET /account/draft-key/')).key;
    const sealer = await openSealer(person, key);
    // Meanwhile somebody else may have signed in, and it may be theirs.
    if (person !== signedInPerson()) return undefined;
    cached = { person, key, sealer };
  } catch {
    if (person === signedInPerson()) timer = setTimeout(askAgain, retryMs);
    return undefined;
  }
  for (const listener of listeners) listener();
  return cached.sealer;
}

function askAgain() {
  const person = signedInPerson();
  if (person !== undefined && cached === undefined) void sealerOf(person);
}

function watch() {
  if (watching) return;
  watching = true;
  // A page that is opened without a network cannot ask, and has to tell what waits to be sent. It gets the key from the page before it, in
  // the same tab; while a page is open, the key is in no store.
  fromLastPage = sessionStorage.getItem(handed) ?? undefined;
  sessionStorage.removeItem(handed);
  // What the browser says while a page is being left need not hold for it any more: it goes by what was told before.
  isOffline = fromLastPage !== undefined || !navigator.onLine;
  window.addEventListener('offline', () => (isOffline = true));
  window.addEventListener('online', () => {
    isOffline = false;
    askAgain();
  });
  window.addEventListener('pagehide', () => {
    if (cached !== undefined && isOffline) sessionStorage.setItem(handed, `${cached.person} ${cached.key}`);
  });
  onSessionChange(() => {
    if (cached?.person !== signedInPerson()) cached = undefined;
    askAgain();
  });
}

function keyFromLastPage(person: string) {
  const [of, key] = fromLastPage?.split(' ') ?? [];
  fromLastPage = undefined;
  return of === person ? key : undefined;
}
