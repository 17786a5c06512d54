import { useRef } from 'react';

/**
 * Gives the `Idempotency-Key` of a write: the same one for as long as the content is the same, so that a try whose answer
 * was lost is not done twice; another one for other content.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
