import { useEffect, useRef, useState } from 'react';
import { findKept, keep as keepNow } from './kept.ts';
import { personOf } from './personal-data.ts';
import { readTokens } from './session.ts';

/** What somebody wrote and did not send, and when. */
export interface Draft<Content> {
  content: Content;
  at: number;
}

/** Who is signed in here, as drafts tell people apart; undefined for nobody. */
export function draftsOwner(): string | undefined {
  return personOf(readTokens()?.access);
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

  useEffect(() => {
    let current = true;
    const look = person === undefined ? Promise.resolve(undefined) : findKept<Draft<Content>>(person, name);
    look.then(
      (draft) => current && setFound(draft ?? null),
      () => current && setFound(null),
    );
    return () => {
      current = false;
    };
  }, [person, name]);

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
    if (person === undefined) return;
    const write = () => keepNow(person, name, content === undefined ? undefined : { content, at: Date.now() });
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
