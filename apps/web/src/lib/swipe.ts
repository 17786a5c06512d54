import { type PointerEvent, useRef } from 'react';

const swipePx = 40;

/** Tells a swipe to the side, and whether it went forward in the direction of reading. */
export function useSwipe(onSwipe: (forward: boolean) => void) {
  const start = useRef<number>(undefined);
  return {
    onPointerDown: ({ clientX, pointerType }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? undefined : clientX;
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
    onPointerUp: ({ clientX, currentTarget }: PointerEvent) => {
      const moved = start.current === undefined ? 0 : clientX - start.current;
      start.current = undefined;
      const leftwards = getComputedStyle(currentTarget).direction === 'ltr';
      if (Math.abs(moved) >= swipePx) onSwipe(moved < 0 === leftwards);
    },
  };
}
