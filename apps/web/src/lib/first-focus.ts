import { type RefObject, useEffect } from 'react';

/** Gives the focus to the first field of a form that somebody has just opened. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>, wanted = true) {
  useEffect(() => {
    if (wanted) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
  }, [form, wanted]);
}
