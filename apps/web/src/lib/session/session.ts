import { createContext, use, useSyncExternalStore } from 'react';
import { storeSignedIn } from '../preferences.ts';

/** The two tokens are all that local storage holds; every tab of the browser shares them. */
export interface Tokens {
  access: string;
  refresh: string;
}

const listeners = new Set<() => void>();

/** Tells this page that somebody signed in or out; other tabs hear of it from the browser. */
export function sessionChanged() {
  for (const listener of listeners) listener();
}

/** The tokens of the signed-in person, or undefined. Never on the server. */
export function readTokens(): Tokens | undefined {
  if (typeof localStorage === 'undefined') return undefined;
  const access = localStorage.getItem('access');
  const refresh = localStorage.getItem('refresh');
  return access === null || refresh === null ? undefined : { access, refresh };
}

/**
 * Keeps the tokens of a login: whatever else was stored is cleared first. This page is not told: it is left as a rule, and
 * what it would fetch for the signed-in breaks then.
 */
export function startSession(tokens: Tokens) {
  localStorage.clear();
  store(tokens);
}

/** Keeps the successors that a refresh gave. */
export function storeTokens(tokens: Tokens) {
  store(tokens);
  sessionChanged();
}

function store({ access, refresh }: Tokens) {
  localStorage.setItem('access', access);
  localStorage.setItem('refresh', refresh);
  storeSignedIn(true);
}

/** Forgets the tokens, in every tab. */
export function dropSession() {
  localStorage.removeItem('access');
  localStorage.removeItem('refresh');
  storeSignedIn(false);
  sessionChanged();
}

let ended = false;

/** Forgets the tokens of a session that the server has ended. */
export function dropEndedSession() {
  ended = true;
  dropSession();
}

/** Whether the server has ended a session since this document was loaded. */
export const hasEnded = () => ended;

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

/** Whether the server rendered the page for somebody who is signed in. */
export const RenderedSignedIn = createContext(false);

/** Whether somebody is signed in; while the server's HTML is taken over, what the server was told of it. */
export function useSignedIn(): boolean {
  const rendered = use(RenderedSignedIn);
  return useSyncExternalStore(onSessionChange, isSignedIn, () => rendered);
}
