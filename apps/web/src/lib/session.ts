import { useSyncExternalStore } from 'react';

/** The two tokens are all that local storage holds; every tab of the browser shares them. */
export interface Tokens {
  access: string;
  refresh: string;
}

const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

/** The tokens of the signed-in person, or undefined. Never on the server. */
export function readTokens(): Tokens | undefined {
  if (typeof localStorage === 'undefined') return undefined;
  const access = localStorage.getItem('access');
  const refresh = localStorage.getItem('refresh');
  return access === null || refresh === null ? undefined : { access, refresh };
}

/** Keeps the tokens of a login: whatever else was stored is cleared first. */
export function startSession(tokens: Tokens) {
  localStorage.clear();
  keepTokens(tokens);
}

/** Keeps the successors that a refresh gave. */
export function keepTokens({ access, refresh }: Tokens) {
  localStorage.setItem('access', access);
  localStorage.setItem('refresh', refresh);
  changed();
}

/** Forgets the tokens, in every tab. */
export function dropSession() {
  localStorage.removeItem('access');
  localStorage.removeItem('refresh');
  changed();
}

export function isSignedIn(): boolean {
  return readTokens() !== undefined;
}

/** Calls back when somebody signs in or out, in this tab or another one. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether somebody is signed in; false while the server's HTML is taken over, so that both render the same. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, isSignedIn, () => false);
}
