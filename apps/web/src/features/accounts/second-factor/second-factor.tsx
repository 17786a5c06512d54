import type { SecondFactor as State } from '@carecommons/contract/second-factor';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { ConfirmSession } from './confirm-session.tsx';
import { NewCodes } from './new-codes.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorQuery } from '../../../lib/session/second-factor.ts';

/** The second step of signing in: set up, changed, and confirmed for this session. */
export function SecondFactor({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(secondFactorQuery(useApi()));
  const heading = useRef<HTMLHeadingElement>(null);
  const [codes, setCodes] = useState<string[]>();
  const loaded = data !== undefined;
  useEffect(() => {
    // Whoever was led here comes before the section is there.
    if (loaded && window.location.hash === '#second-factor') heading.current?.focus();
  }, [loaded]);
  function finish() {
    setCodes(undefined);
    // The button is about to go.
    heading.current?.focus({ preventScroll: true });
  }
  return (
    <section aria-labelledby="second-factor">
      <Card className="grid gap-5">
        <div className="grid gap-2">
          <h2 id="second-factor" ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg">
            <Trans>Second step at sign-in</Trans>
          </h2>
          <p className="text-muted">
            <Trans>
              A password can be guessed or stolen. A code from your phone or a passkey keeps others out even then.
            </Trans>
          </p>
        </div>
        {!loaded && error === null && <Skeleton className="h-72" />}
        {!loaded && error !== null && (
          <LoadFailure
            title={<Trans>Your second step could not be loaded.</Trans>}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {codes !== undefined && <RecoveryCodes codes={codes} onSaved={finish} />}
        {loaded && codes === undefined && <Ways username={username} state={data} onCodes={setCodes} />}
      </Card>
    </section>
  );
}

interface WaysProps {
  username: string;
  state: State;
  onCodes: (codes: string[]) => void;
}

function Ways({ username, state, onCodes }: WaysProps) {
  const { required, confirmed, app_added_at, passkeys, passkeys_possible, recovery_codes_left } = state;
  const has = app_added_at !== null || passkeys.length > 0;
  const mayChange = confirmed || !has;
  return (
    <>
      {required && !has && (
        <Notice kind="info">
          <Trans>You help to run this site. What you may do there works once you have set up one of these.</Trans>
        </Notice>
      )}
      {required && confirmed && (
        <Notice kind="success">
          <Trans>Confirmed for this session: what you may do to run this site works.</Trans>
        </Notice>
      )}
      {has && !confirmed && (
        <ConfirmSession
          required={required}
          byPasskey={passkeys_possible && passkeys.length > 0}
          byCode={app_added_at !== null || recovery_codes_left > 0}
        />
      )}
      <AuthenticatorApp username={username} addedAt={app_added_at} mayAdd={mayChange} onCodes={onCodes} />
      <OwnPasskeys
        username={username}
        passkeys={passkeys}
        possible={passkeys_possible}
        mayChange={mayChange}
        onCodes={onCodes}
      />
      {has && <NewCodes username={username} left={recovery_codes_left} mayChange={mayChange} onCodes={onCodes} />}
    </>
  );
}
