import { useEffect, useRef } from 'react';
import { replaceSearch } from './navigation.tsx';

const pauseMs = 300;

/** A search box whose text stands in the address as `q`: at once where it is sent, after a pause while it is typed. */
export function useSearchBox(q: string | undefined, onText: (text: string) => void = () => {}) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const search = (text: string) => {
    clearTimeout(timer.current);
    onText(text);
    // What narrows the list stays.
    const next = new URLSearchParams(window.location.search);
    if (text === '') next.delete('q');
    else next.set('q', text);
    replaceSearch(next.toString());
  };
  useEffect(() => {
    // What was typed before this page had its script.
    const typed = input.current?.value.trim() ?? '';
    if (document.activeElement === input.current && typed !== (q ?? '')) search(typed);
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once, at the start
  }, []);
  // A link may have changed the search; but never under the hands of the person who types it.
  useEffect(() => {
    if (!input.current || document.activeElement === input.current) return;
    input.current.value = q ?? '';
    onText(q ?? '');
    // oxlint-disable-next-line react/exhaustive-deps -- only when the address has changed
  }, [q]);
  return {
    /** For the search form. */
    box: {
      text: q,
      input,
      onSearch: search,
      onType(text: string) {
        clearTimeout(timer.current);
        onText(text);
        timer.current = window.setTimeout(() => search(text), pauseMs);
      },
    },
    /** Empties the box, and leaves a person in it. */
    startAgain() {
      search('');
      if (!input.current) return;
      input.current.value = '';
      input.current.focus();
    },
  };
}
