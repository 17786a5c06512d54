import { bannerIntervalMs } from '@carecommons/contract/limits';
import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';

/**
 * Which of `count` pictures is shown. It turns by itself, but not while somebody looks closer (which the handlers
 * `pauseHandlers` tell), not after they have paused it, and not where less motion is asked for unless they start it.
 */
export function useRotation(count: number) {
  const [shown, setShown] = useState({ now: 0, before: 0 });
  const [playing, setPlaying] = useState(true);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const turning = playing && !hovered && !focused;
  const pauseHandlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
    onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  };

  useEffect(() => {
    const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
    const obey = () => lessMotion.matches && setPlaying(false);
    obey();
    lessMotion.addEventListener('change', obey);
    return () => lessMotion.removeEventListener('change', obey);
  }, []);

  useEffect(() => {
    if (!turning) return;
    // One timer for each picture: a picture chosen by hand stays its full time.
    const timer = setTimeout(() => setShown(({ now }) => ({ now: (now + 1) % count, before: now })), bannerIntervalMs);
    return () => clearTimeout(timer);
  }, [turning, shown, count]);

  const show = (next: number) => setShown(({ now }) => ({ now: (next + count) % count, before: now }));
  return { ...shown, show, turning, playing, setPlaying, pauseHandlers };
}
