import { Trans } from '@lingui/react/macro';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/api.ts';
import { useInBrowser } from '../../lib/in-browser.ts';
import type { Tokens } from '../../lib/session.ts';

/** Signs in by a passkey. What that takes is loaded when it is pressed. */
export function PasskeyLogin({ onEnter }: { onEnter: (tokens: Tokens) => Promise<void> }) {
  const api = useApi();
  const ready = useInBrowser();
  const [running, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function signIn() {
    setRunning(true);
    setRefusal(undefined);
    try {
      const { signInByPasskey } = await import('./passkeys.ts');
      await onEnter(await signInByPasskey(api));
    } catch (error) {
      // Whether it was closed, or there is none, browsers do not tell.
      setRefusal(error instanceof Error && 'status' in error && error.status !== 0 ? error.message : '');
      setRunning(false);
    }
  }

  return (
    <>
      <Button look="quiet" disabled={!ready} aria-disabled={running} onClick={() => !running && void signIn()}>
        <KeyRound size={20} aria-hidden />
        <Trans>Use a passkey</Trans>
      </Button>
      {refusal !== undefined && (
        <Notice kind="danger">
          {refusal || <Trans>No passkey was used. You can sign in with your password.</Trans>}
        </Notice>
      )}
    </>
  );
}
