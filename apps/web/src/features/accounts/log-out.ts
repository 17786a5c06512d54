import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api.ts';
import type { Call } from '../../lib/call.ts';
import { draftsOwner } from '../../lib/drafts.ts';
import { eraseKept, hasKept } from '../../lib/kept.ts';
import { forgetPages } from '../../lib/kept-pages.ts';
import { dropSession, readTokens } from '../../lib/session.ts';

const leave = () => window.location.replace('/');

/** Ends the session; says whether it is over. */
async function logOut(api: Call) {
  const tokens = readTokens();
  try {
    if (tokens !== undefined) await api.call('POST /logout/', { body: { refresh_token: tokens.refresh } });
  } catch (error) {
    // The person stays, and is told nothing.
    console.error(error);
    return false;
  }
  // What was fetched for the person goes with the tokens, in every tab.
  dropSession();
  await forgetPages().catch(() => undefined);
  return true;
}

/**
 * Ends the session, once, after the page is there: never while it is only prepared. Then it leaves, unless the person has
 * drafts in this browser: then `answer` waits to be told whether to erase them.
 */
export function useLogOut() {
  const api = useApi();
  const sent = useRef(false);
  const [asked, setAsked] = useState<string>();

  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const person = draftsOwner();
    void (async () => {
      if (!(await logOut(api))) return;
      const left = person !== undefined && (await hasKept(person).catch(() => false));
      if (left) setAsked(person);
      else leave();
    })();
  }, [api]);

  if (asked === undefined) return { answer: undefined };
  return {
    async answer(erase: boolean) {
      if (erase) await eraseKept(asked).catch(() => undefined);
      leave();
    },
  };
}
