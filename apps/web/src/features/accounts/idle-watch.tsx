import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { secondsInactive } from '../../lib/session/activity.ts';
import { useApi } from '../../lib/calls/api.ts';
import { renewTokens } from '../../lib/calls/call.ts';
import { forgetPages } from '../../lib/kept/kept-pages.ts';
import { sessionRulesQuery } from '../../lib/session/session-rules.ts';
import { dropSession, isSignedIn, onSessionChange, readTokens } from '../../lib/session/session.ts';
import { noteActivity, watchActivity } from './watch-activity.ts';

const warnedSeconds = 60;

/** Signs a person out after the idle timeout of the site, and warns a minute before. */
export function IdleWatch() {
  const minutes = useQuery(sessionRulesQuery(useApi())).data?.sign_out_after_minutes ?? undefined;
  const [warned, setWarned] = useState(false);
  useEffect(watchActivity, []);
  useEffect(() => {
    if (minutes === undefined) return undefined;
    let leaving = false;
    const left = () => minutes * 60 - (secondsInactive() ?? 0);
    const check = () => {
      setWarned(left() <= warnedSeconds);
      if (left() > 0 || leaving) return;
      leaving = true;
      void endSession(minutes).finally(() => (leaving = false));
    };
    const timer = setInterval(check, 1000);
    // Any call may be the first to learn that the session is over.
    const stop = onSessionChange(() => {
      if (!isSignedIn() && left() <= 0) void leadToLogin();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [minutes]);

  if (!warned) return null;
  const stay = () => {
    noteActivity();
    setWarned(false);
    void renewTokens();
  };
  return (
    <AlertDialog
      title={<Trans>You will be signed out in 1 minute</Trans>}
      onClose={stay}
      actions={
        <Button onClick={stay}>
          <Trans>Stay signed in</Trans>
        </Button>
      }
    >
      <p>
        <Trans>You have not been active for a while. Drafts on this device stay.</Trans>
      </p>
    </AlertDialog>
  );
}

/** Asks the server for new tokens, which it refuses unless the person was active on another device. */
async function endSession(minutes: number) {
  const before = readTokens()?.access;
  await renewTokens().catch(() => undefined);
  // Without an answer nobody stays signed in either.
  if (isSignedIn() && readTokens()?.access === before) dropSession();
  // Active on another device: checked again in a minute.
  if (isSignedIn()) noteActivity(Date.now() - (minutes * 60 - warnedSeconds) * 1000);
}

async function leadToLogin() {
  const { pathname, search } = window.location;
  await forgetPages().catch(() => undefined);
  window.location.replace(`/login?next=${encodeURIComponent(pathname + search)}#idle`);
}
