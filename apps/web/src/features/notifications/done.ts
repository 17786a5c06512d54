import { useRef, useState } from 'react';

/**
 * For what is pressed and goes with that: the focus comes to the heading above it, and what was done is read out from `message`.
 */
export function useDone() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [message, setMessage] = useState('');
  function done(words: string) {
    setMessage(words);
    heading.current?.focus({ preventScroll: true });
  }
  return { heading, message, done };
}
