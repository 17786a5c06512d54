import { useEffect, useRef } from 'react';
import { useApi } from '../../lib/api.ts';
import type { Call } from '../../lib/call.ts';
import { dropSession, readTokens } from '../../lib/session.ts';

async function logOut(api: Call) {
  const tokens = readTokens();
  try {
    if (tokens !== undefined) await api.call('POST /logout/', { body: { refresh_token: tokens.refresh } });
  } catch (error) {
    // The person stays, and is told nothing.
    console.error(error);
    return;
  }
  // What was fetched for the person goes with the tokens, in every tab.
  dropSession();
  window.location.replace('/');
}

/** Ends the session, once, after the page is there: never while it is only prepared. */
export function useLogOut() {
  const api = useApi();
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void logOut(api);
  }, [api]);
}
