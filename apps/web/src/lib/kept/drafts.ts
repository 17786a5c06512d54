import { useEffect, useRef, useState } from 'react';
import { onDraftKey } from './draft-key.ts';
import { findKept, saveKept } from './kept.ts';
import { signedInPerson } from '../session/personal-data.ts';

/** What somebody wrote and did not send, and when. */
export interface Draft<Content> {
  content: Content;
  at: number;
}

const pauseMs = 400;

/**
 * Keeps what is being written under a name, a moment after each change, for the person who was signed in at first.
 * `found` is the draft that was there before: undefined until it was loaded for, null where there is none. Where it could not
 * be read yet for want of a network, it comes later, unless something else is being written by then. `save` is
 * told what is written now, or undefined where there is nothing worth keeping; `drop` forgets it, once it was sent.
 */
export function useDraft<Content>(name: string) {
  const [person] = useState(signedInPerson);
  const [loaded, setLoaded] = useState<{ name: string; found: Draft<Content> | null }>();
  const written = useRef<string>(undefined);

  useEffect(() => {
    let current = true;
    const show = (draft: Draft<Content> | undefined) => {
      if (!current) return;
      setLoaded((before) => {
        const isSettled = before?.name === name && (before.found !== null || written.current === name);
        return isSettled ? before : { name, found: draft ?? null };
      });
    };
    const load = () => {
      const finding = person === undefined ? Promise.resolve(undefined) : findKept<Draft<Content>>(person, name);
      finding.then(show, () => show(undefined));
    };
    load();
    const forget = onDraftKey(load);
    return () => {
      current = false;
      forget();
    };
  }, [person, name]);

  function save(content: Content | undefined) {
    if (person === undefined) return;
    written.current = name;
    saveKept(person, name, content === undefined ? undefined : { content, at: Date.now() }, pauseMs);
  }

  return {
    found: loaded?.name === name ? loaded.found : undefined,
    save,
    drop() {
      if (person !== undefined) saveKept(person, name, undefined);
    },
  };
}
