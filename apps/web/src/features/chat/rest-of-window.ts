import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Tells an element's style, as `--above`, how much of the window is taken by what stands above it. */
export function useRestOfWindow<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current === null) return;
      const above = Math.round(element.current.getBoundingClientRect().top + window.scrollY);
      element.current.style.setProperty('--above', `${above}px`);
    };
    measure();
    window.addEventListener('resize', measure);
    // A line that comes above it, as the one of being offline, makes the page longer.
    const page = new ResizeObserver(measure);
    page.observe(document.body);
    return () => {
      window.removeEventListener('resize', measure);
      page.disconnect();
    };
  }, []);
  return element;
}
