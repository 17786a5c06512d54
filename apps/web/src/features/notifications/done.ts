import { useRef, useState } from 'react';

/**
 * For what is pressed and goes with that: the focus comes to the heading above it, and what was done is read out from `said`.
 */
export function useDone() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState('');
  function done(words: string) {
    setSaid(words);
    heading.current?.focus({ preventScroll: true });
  }
  return { heading, said, done };
}
