import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Hears keys or the focus in an element that is no control itself, from the controls in it. */
export function useHeard<Kind extends 'keydown' | 'focusout'>(
  element: RefObject<HTMLElement | null>,
  kind: Kind,
  onHeard: (event: HTMLElementEventMap[Kind], element: HTMLElement) => void,
) {
  const hear = useEffectEvent(onHeard);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const listener = (event: HTMLElementEventMap[Kind]) => hear(event, current);
    current.addEventListener(kind, listener);
    return () => current.removeEventListener(kind, listener);
  }, [element, kind]);
}
