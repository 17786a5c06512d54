import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/calls/api.ts';
import { cameByAddress } from '../../lib/session/arrival.ts';
import type { Call } from '../../lib/calls/call.ts';
import { signedInPerson } from '../../lib/session/personal-data.ts';
import { eraseKept, hasKept } from '../../lib/kept/kept.ts';
import { forgetPages } from '../../lib/kept/kept-pages.ts';
import { dropSession, readTokens } from '../../lib/session/session.ts';

const leave = () => window.location.replace('/');

/** Ends the session. Returns whether it has ended. */
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
 * Ends the session, once, after the page is there: never while it is only prepared. Then it leaves, and the person's drafts in this
 * browser are erased. Where something on the site was pressed, `answer` waits first to be told whether to: an address that
 * was typed shows nothing.
 */
export function useLogOut() {
  const api = useApi();
  const sent = useRef(false);
  const [asked, setAsked] = useState<string>();

  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const person = signedInPerson();
    const asks = !cameByAddress();
    void (async () => {
      if (!(await logOut(api))) return;
      const left = person !== undefined && (await hasKept(person).catch(() => false));
      if (left && asks) return setAsked(person);
      if (left) await eraseKept(person).catch(() => undefined);
      leave();
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
