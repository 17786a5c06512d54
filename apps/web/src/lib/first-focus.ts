import { type RefObject, useEffect } from 'react';

/** Gives the focus to the first field of a form that somebody has just opened, or to the button above it. */
export function useFirstFocus(form: RefObject<HTMLElement | null>, wanted = true) {
  useEffect(() => {
    if (wanted) form.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, [form, wanted]);
}
