import { createStore, delMany, entries, get, keys, promisifyRequest } from 'idb-keyval';
import { onDraftKey, sealerOf } from './draft-key.ts';
import { isSealed, type Sealed, type Sealer } from './sealing.ts';
import { onSessionChange } from '../session/session.ts';

// What somebody wrote and the server does not have lives in this browser alone, each under the person who wrote it: it
// outlives a lost session, and is offered back to the same person only. It lies there encrypted, by a key that a session alone
// can get. Where there is no key yet, or the browser stores nothing, it lives as long as the page.

let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore('carecommons-drafts', 'drafts'));

/** What is not in the store yet, and is to be there; undefined is to be there no longer. */
interface Unwritten {
  person: string;
  name: string;
  value: unknown;
  pauseMs: number;
  /** What can be written: it, once it is encrypted, and until then what it was before. */
  ready?: { value: unknown; address: string; sealed: Sealed | undefined } | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

/** What lies in the store, before it is encrypted. */
interface StoredItem {
  name: string;
  value: unknown;
}

const unwritten = new Map<string, Unwritten>();
const keyOf = ({ person, name }: { person: string; name: string }) => `${person} ${name}`;
const isOf = (person: string, key: IDBValidKey): key is string =>
  typeof key === 'string' && key.startsWith(`${person} `);

/** What a person has kept under a name. */
export async function findKept<T>(person: string, name: string): Promise<T | undefined> {
  const fresh = () => unwritten.get(keyOf({ person, name }));
  const sealer = fresh() === undefined ? await readySealer(person) : undefined;
  const address = await sealer?.addressOf(name);
  const found = address === undefined ? undefined : await read(sealer as Sealer, address, await get(address, store()));
  return (fresh() ?? found)?.value as T | undefined;
}

/** All that a person has kept under names that begin so. */
export async function allKept<T>(person: string, kind: string): Promise<T[]> {
  const sealer = await readySealer(person);
  const found = new Map<string, unknown>();
  for (const [address, stored] of sealer === undefined ? [] : await entries<IDBValidKey, unknown>(store())) {
    const one = isOf(person, address) ? await read(sealer as Sealer, address, stored) : undefined;
    if (one !== undefined) found.set(one.name, one.value);
  }
  for (const one of unwritten.values()) if (one.person === person) found.set(one.name, one.value);
  return [...found]
    .filter(([name, value]) => name.startsWith(kind) && value !== undefined)
    .map(([, value]) => value as T);
}

/**
 * Keeps something under a name, or with undefined keeps it no longer. It is encrypted at once, and written after a pause, or as
 * soon as the page may be about to end: then there would be no time to encrypt.
 */
export function saveKept(person: string, name: string, value: unknown, pauseMs = 0): void {
  watch();
  const before = unwritten.get(keyOf({ person, name }));
  clearTimeout(before?.timer);
  const one = { person, name, value, pauseMs, ready: value === undefined ? undefined : before?.ready };
  unwritten.set(keyOf(one), one);
  void prepare(one);
}

const isCurrent = (one: Unwritten) => unwritten.get(keyOf(one)) === one;
const isReady = ({ ready, value }: Unwritten) => ready !== undefined && ready.value === value;

async function prepare(one: Unwritten) {
  const { person, name, value } = one;
  const sealer = await sealerOf(person);
  if (sealer === undefined) return;
  const address = await sealer.addressOf(name);
  const sealed = value === undefined ? undefined : await sealer.seal(address, { name, value } satisfies StoredItem);
  if (!isCurrent(one)) return;
  one.ready = { value, address, sealed };
  if (one.pauseMs === 0 || document.visibilityState === 'hidden') void write(one);
  else one.timer = setTimeout(() => void write(one), one.pauseMs);
}

function writeReady() {
  for (const one of unwritten.values()) void write(one);
}

async function write(one: Unwritten) {
  clearTimeout(one.timer);
  const { ready } = one;
  if (ready === undefined) return;
  const { value, address, sealed } = ready;
  try {
    await store()('readwrite', (items) => {
      if (sealed === undefined) items.delete(address);
      else items.put(sealed, address);
      // A page that is being left does not live to see the end of what it did not commit.
      items.transaction.commit();
      return promisifyRequest(items.transaction);
    });
    if (one.ready !== ready) return;
    one.ready = undefined;
    if (isCurrent(one) && one.value === value) unwritten.delete(keyOf(one));
  } catch {
    // Some browsers have no store, or refuse it: that is no reason to stop what is being done.
  }
}

/** What is in the store under an address. What cannot be decrypted is of no use to anybody, and goes. */
async function read(sealer: Sealer, address: string, stored: unknown): Promise<StoredItem | undefined> {
  if (stored === undefined) return undefined;
  const item = isSealed(stored) ? ((await sealer.open(address, stored)) as StoredItem | undefined) : undefined;
  if (item === undefined) await delMany([address], store());
  return item;
}

let takingOver: Promise<void> | undefined;

async function readySealer(person: string) {
  const sealer = await sealerOf(person);
  if (sealer !== undefined) await (takingOver ??= takeOver(person, sealer));
  return sealer;
}

/** Earlier versions wrote in clear. That is encrypted where it is this person's, and goes where it is another's, whose key is not here. */
async function takeOver(person: string, sealer: Sealer) {
  for (const [key, value] of await entries(store())) {
    if (isSealed(value)) continue;
    const name = isOf(person, key) ? key.slice(person.length + 1) : undefined;
    const address = name === undefined ? undefined : await sealer.addressOf(name);
    const sealed = address === undefined ? undefined : await sealer.seal(address, { name, value });
    await store()('readwrite', (items) => {
      items.delete(key);
      if (sealed !== undefined) items.put(sealed, address);
      return promisifyRequest(items.transaction);
    });
  }
}

let watching = false;

function watch() {
  if (watching) return;
  watching = true;
  // A phone may end a page that it has put out of sight, without a word.
  document.addEventListener('visibilitychange', writeReady);
  window.addEventListener('pagehide', writeReady);
  onSessionChange(writeReady);
  onDraftKey(() => {
    for (const one of unwritten.values()) if (!isReady(one)) void prepare(one);
  });
}

/** Whether a person has kept anything in this browser. */
export async function hasKept(person: string): Promise<boolean> {
  return (await keys(store())).some((key) => isOf(person, key));
}

/** Removes all that a person has kept in this browser. */
export async function eraseKept(person: string): Promise<void> {
  for (const [key, one] of unwritten) {
    if (one.person !== person) continue;
    clearTimeout(one.timer);
    unwritten.delete(key);
  }
  const own = (await keys(store())).filter((key) => isOf(person, key));
  await delMany(own, store());
}
