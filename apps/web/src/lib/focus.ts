import { useEffect, useLayoutEffect, useRef } from 'react';

// Where the focus goes when the element that had it disappears. The focus is never taken from an element that is still there.

/** For what replaces the button that was pressed: it gets the focus when `change` changes, if the focus was lost. */
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
 * For an element that may disappear while it has the focus: the focus moves to `targetOf` it, by default the heading of its section.
 * If that disappears too, it moves to the start of the page.
 */
export function useFocusOnward<Element extends HTMLElement>(
  targetOf: (element: HTMLElement) => HTMLElement | null | undefined = headingOf,
) {
  const element = useRef<Element>(null);
  useLayoutEffect(() => {
    const here = element.current;
    const target = here && targetOf(here);
    return () => {
      if (here?.contains(document.activeElement) !== true) return;
      // Once all has gone that goes with it.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        (target?.isConnected === true ? target : document.getElementById('main'))?.focus({ preventScroll: true });
      });
    };
  }, [targetOf]);
  return element;
}
