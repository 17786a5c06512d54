import { useEffect, useLayoutEffect, useRef } from 'react';

// Where somebody goes on who presses something that goes with that. Nobody is led away from where they are.

/** For what comes in the place of what was pressed: when `change` is another, it gets the focus, if that is lost. */
export function useFocusAfter<Element extends HTMLElement>(change: unknown) {
  const element = useRef<Element>(null);
  const before = useRef(change);
  useEffect(() => {
    if (before.current !== change && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true });
    before.current = change;
  }, [change]);
  return element;
}

const headingOf = (element: HTMLElement) =>
  element.closest('section:has(h2[tabindex])')?.querySelector<HTMLElement>('h2[tabindex]');

/**
 * For what goes while somebody is in it: the focus goes on at the heading of its section or another `place` of its, or where that
 * goes too, where the page begins.
 */
export function useFocusOnward<Element extends HTMLElement>(
  placeOf: (element: HTMLElement) => HTMLElement | null | undefined = headingOf,
) {
  const element = useRef<Element>(null);
  useLayoutEffect(() => {
    const here = element.current;
    const place = here && placeOf(here);
    return () => {
      if (here?.contains(document.activeElement) !== true) return;
      // Once all has gone that goes with it.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        (place?.isConnected === true ? place : document.getElementById('main'))?.focus({ preventScroll: true });
      });
    };
  }, [placeOf]);
  return element;
}
