import { createStore, delMany, entries, get, keys, promisifyRequest } from 'idb-keyval';

// What somebody wrote and the server does not have lives in this browser alone, each under the person who wrote it: it
// outlives a lost session, and is offered back to the same person only. A browser that stores nothing just keeps nothing.

let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore('carecommons-drafts', 'drafts'));

const keyOf = (person: string, name: string) => `${person} ${name}`;
const isOf = (person: string, key: IDBValidKey, kind = '') =>
  typeof key === 'string' && key.startsWith(keyOf(person, kind));

/** What a person has kept under a name. */
export async function findKept<T>(person: string, name: string): Promise<T | undefined> {
  return await get<T>(keyOf(person, name), store());
}

/** All that a person has kept under names that begin so. */
export async function allKept<T>(person: string, kind: string): Promise<T[]> {
  const all = await entries<IDBValidKey, T>(store());
  return all.filter(([key]) => isOf(person, key, kind)).map(([, value]) => value);
}

/** Keeps something under a name, or with undefined keeps it no longer; on its way already when this returns. */
export function keep(person: string, name: string, value: unknown) {
  // Some browsers have no store, or refuse it on the spot: that is no reason to stop what is being done.
  void write(keyOf(person, name), value).catch(() => undefined);
}

async function write(key: string, value: unknown) {
  await store()('readwrite', (kept) => {
    if (value === undefined) kept.delete(key);
    else kept.put(value, key);
    // A page that is being left does not live to see the end of what it did not commit.
    kept.transaction.commit();
    return promisifyRequest(kept.transaction);
  });
}

/** Whether a person has kept anything in this browser. */
export async function hasKept(person: string): Promise<boolean> {
  return (await keys(store())).some((key) => isOf(person, key));
}

/** Removes all that a person has kept in this browser. */
export async function eraseKept(person: string): Promise<void> {
  const own = (await keys(store())).filter((key) => isOf(person, key));
  await delMany(own, store());
}
