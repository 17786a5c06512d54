import type { QueryClient } from '@tanstack/react-query';
import { onSessionChange, readTokens } from './session.ts';

/**
 * Forgets what was fetched for a person when that person signs out, or another one in, in this tab or another one.
 * Personal data are cached under keys that begin with `me`; the rest may differ by reader, and is asked for again.
 */
export function forgetWithPerson(queries: QueryClient) {
  let person = signedInPerson();
  let last = person;
  // A page that the browser brings back as it was left heard of nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || signedInPerson() === person) return;
    document.documentElement.hidden = true;
    window.location.reload();
  });
  return onSessionChange(() => {
    const now = signedInPerson();
    if (now === person) return;
    person = now;
    // For another person, what a page is showing is fetched anew; for nobody, there is nothing to fetch. Only what stands
    // around a form that is being filled is kept, as the form is: for the same person, who comes back to send it.
    const filling = document.querySelector('dialog[open], form:focus-within, form[data-filled]');
    if (now === undefined) queries.removeQueries({ queryKey: ['me'], type: filling ? 'inactive' : 'all' });
    else if (now !== last) void queries.resetQueries({ queryKey: ['me'] });
    last = now ?? last;
    void queries.invalidateQueries();
  });
}

/** Who is signed in here, as what a browser keeps tells people apart; undefined for nobody. */
export function signedInPerson(): string | undefined {
  return personOf(readTokens()?.access);
}

/** Whose an access token is: its subject. The server alone judges whether it is genuine. */
export const personOf = (access: string | undefined): string | undefined => claimsOf(access).sub ?? access;

/** What an access token says; nothing where it cannot be read. */
export function claimsOf(access: string | undefined): { sub?: string; role?: string } {
  const [, payload = ''] = access?.split('.') ?? [];
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string; role?: string };
  } catch {
    return {};
  }
}
