import { useRef } from 'react';

/**
 * Does things one after the other, in the order in which they are asked for, so that the last one stands. Gives of each whether
 * it succeeded, and whether nothing has been asked for since.
 */
export function useInTurn() {
  const before = useRef<Promise<unknown>>(Promise.resolve());
  return async (work: () => Promise<unknown>) => {
    const mine = before.current.then(work).then(
      () => true,
      () => false,
    );
    before.current = mine;
    const succeeded = await mine;
    return { succeeded, last: before.current === mine };
  };
}
