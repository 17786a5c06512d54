import { createStore, delMany, get, keys, promisifyRequest } from 'idb-keyval';
import { useEffect, useRef, useState } from 'react';
import { personOf } from './personal-data.ts';
import { readTokens } from './session.ts';

// Drafts live in this browser alone, each under the person who wrote it: they outlive a lost session, and are offered
// back to the same person only. A browser that stores nothing just keeps no drafts.

/** What somebody wrote and did not send, and when. */
export interface Draft<Content> {
  content: Content;
  at: number;
}

let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore('carecommons-drafts', 'drafts'));

const keyOf = (person: string, name: string) => `${person} ${name}`;
const isOf = (person: string, key: IDBValidKey) => typeof key === 'string' && key.startsWith(`${person} `);

/** Who is signed in here, as drafts tell people apart; undefined for nobody. */
export function draftsOwner(): string | undefined {
  return personOf(readTokens()?.access);
}

/** Whether a person has drafts in this browser. */
export async function hasDrafts(person: string): Promise<boolean> {
  return (await keys(store())).some((key) => isOf(person, key));
}

/** Removes all drafts of a person from this browser. */
export async function eraseDrafts(person: string): Promise<void> {
  const own = (await keys(store())).filter((key) => isOf(person, key));
  await delMany(own, store());
}

const pauseMs = 400;

/**
 * Keeps what is being written under a name, a moment after each change, for the person who was signed in at first.
 * `found` is the draft that was there before: undefined until it was looked for, null where there is none. `keep` is
 * told what is written now, or undefined where there is nothing worth keeping; `drop` forgets it, once it was sent.
 */
export function useDraft<Content>(name: string) {
  const [person] = useState(draftsOwner);
  const [found, setFound] = useState<Draft<Content> | null>();
  const waiting = useRef<{ timer: number; write: () => void }>(undefined);
  const key = person === undefined ? undefined : keyOf(person, name);

  useEffect(() => {
    let current = true;
    const look = key === undefined ? Promise.resolve(undefined) : get<Draft<Content>>(key, store());
    look.then(
      (draft) => current && setFound(draft ?? null),
      () => current && setFound(null),
    );
    return () => {
      current = false;
    };
  }, [key]);

  const flush = useRef(() => {
    const { timer, write } = waiting.current ?? {};
    clearTimeout(timer);
    waiting.current = undefined;
    write?.();
  });
  // A phone may end a page that it has put out of sight, without a word.
  useEffect(() => {
    const now = flush.current;
    document.addEventListener('visibilitychange', now);
    window.addEventListener('pagehide', now);
    return () => {
      document.removeEventListener('visibilitychange', now);
      window.removeEventListener('pagehide', now);
      now();
    };
  }, []);

  function keep(content: Content | undefined) {
    if (key === undefined) return;
    const write = () => {
      const done = store()('readwrite', (drafts) => {
        if (content === undefined) drafts.delete(key);
        else drafts.put({ content, at: Date.now() }, key);
        // A page that is being left does not live to see the end of what it did not commit.
        drafts.transaction.commit();
        return promisifyRequest(drafts.transaction);
      });
      done.catch(() => undefined);
    };
    clearTimeout(waiting.current?.timer);
    waiting.current = { timer: window.setTimeout(() => flush.current(), pauseMs), write };
  }

  return {
    found,
    keep,
    drop() {
      keep(undefined);
      flush.current();
    },
  };
}
