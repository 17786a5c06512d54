import type { SecondFactor } from '@carecommons/contract/second-factor';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../lib/calls/api.ts';
import { renewTokens } from '../lib/calls/call.ts';
import { textOf, useSubmit } from '../lib/form.ts';
import { currentUserQuery } from '../lib/session/role.ts';
import { secondFactorQuery } from '../lib/session/second-factor.ts';
import { FactorWays } from './factor-ways.tsx';
import { AlertDialog } from './ui/alert-dialog.tsx';
import { Button } from './ui/button.tsx';
import { Form } from './ui/form.tsx';
import { LoadFailure } from './ui/load-failure.tsx';
import { PasswordField } from './ui/password-field.tsx';
import { Skeleton } from './ui/skeleton.tsx';

/** Asks somebody who is signed in to show that it is them: by the second factor, or by the password where there is none. */
export function ConfirmDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ ...secondFactorQuery(useApi()), staleTime: 0 });
  const box = useRef<HTMLDivElement>(null);
  const loaded = data !== undefined;
  useEffect(() => {
    if (loaded) box.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, [loaded]);
  async function confirmed() {
    void queries.invalidateQueries({ queryKey: ['me', 'second-factor'] });
    onDone(true);
  }
  return (
    <AlertDialog
      title={<Trans>Confirm it’s you</Trans>}
      onClose={() => onDone(false)}
      actions={
        <Button variant="quiet" onClick={() => onDone(false)}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Please confirm that it is you, so that nobody else can do this on your device.</Trans>
      </p>
      {!loaded && error === null && <Skeleton className="h-32" />}
      {!loaded && error !== null && (
        <LoadFailure
          title={<Trans>Your second step could not be loaded.</Trans>}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {loaded && (
        <div ref={box} className="grid gap-4">
          <Ways state={data} onConfirmed={confirmed} />
        </div>
      )}
    </AlertDialog>
  );
}

function Ways({ state, onConfirmed }: { state: SecondFactor; onConfirmed: () => Promise<void> }) {
  const { confirmed, app_added_at, passkeys, passkeys_possible, recovery_codes_left } = state;
  const has = app_added_at !== null || passkeys.length > 0;
  const byPasskey = passkeys_possible && passkeys.length > 0;
  const byCode = has && (app_added_at !== null || recovery_codes_left > 0);
  const none = !byPasskey && !byCode;
  if (none && (!has || confirmed)) return <ByPassword onConfirmed={onConfirmed} />;
  return <FactorWays byPasskey={byPasskey} byCode={byCode || none} onConfirmed={onConfirmed} />;
}

function ByPassword({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const { t } = useLingui();
  const api = useApi();
  const { data: user } = useQuery(currentUserQuery(api));
  const submission = useSubmit(async (values) => {
    const body = { current_password: textOf(values, 'current_password') };
    await api.call('POST /account/second-factor/confirm/', { body });
    // A copy of the tokens that were there before ends with its next use.
    await renewTokens().catch(() => undefined);
    await onConfirmed();
  });
  return (
    <Form submission={submission} failure={t`This is not confirmed.`} action={t`Confirm`} busy={t`One moment...`}>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <PasswordField
        label={<Trans>Current password</Trans>}
        name="current_password"
        autoComplete="current-password"
        required
        error={submission.errorOf('current_password')}
      />
    </Form>
  );
}
