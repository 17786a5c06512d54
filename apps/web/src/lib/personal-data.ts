import type { QueryClient } from '@tanstack/react-query';
import { onSessionChange, readTokens } from './session.ts';

/**
 * Forgets what was fetched for a person when that person signs out, or another one in, in this tab or another one.
 * Personal data are cached under keys that begin with `me`; the rest may differ by reader, and is asked for again.
 */
export function forgetWithPerson(queries: QueryClient) {
  let person = personOf(readTokens()?.access);
  return onSessionChange(() => {
    const now = personOf(readTokens()?.access);
    if (now === person) return;
    person = now;
    // For another person, what a page is showing is fetched anew; for nobody, there is nothing to fetch.
    if (now === undefined) queries.removeQueries({ queryKey: ['me'] });
    else void queries.resetQueries({ queryKey: ['me'] });
    void queries.invalidateQueries();
  });
}

/** Whose an access token is: its subject. The server alone judges whether it is genuine. */
export function personOf(access: string | undefined): string | undefined {
  const [, payload = ''] = access?.split('.') ?? [];
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string };
    return claims.sub ?? access;
  } catch {
    return access;
  }
}
