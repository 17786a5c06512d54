import { useInBrowser } from '../in-browser.ts';
import { useSearchText } from '../navigation.tsx';
import { safeNext } from './safe-next.ts';

/** The address of the login or of the registration, which lead on to `next`. */
export const leadingOn = (to: '/login' | '/register', next: string | undefined) =>
  next === undefined ? to : `${to}?next=${encodeURIComponent(next)}`;

/** Where the page leads on to; not yet known while the server's HTML is taken over, which is the same for everybody. */
export function useNext(): string | undefined {
  const next = safeNext(useSearchText('next'));
  return useInBrowser() ? next : undefined;
}
