import { useEffect, useState } from 'react';

// Nobody types faster than this for long: in between the server is not asked.
const pauseMs = 120;

/** A text, once it has not changed for a moment; an empty one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
