import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useFocusAfter } from '../../../lib/focus.ts';
import { textOf } from '../../../lib/form.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';
import { AppSetup } from './app-setup.tsx';
import { CodeField } from '../../../components/code-field.tsx';
import { FactorPart } from './factor-part.tsx';
import { PasswordGate } from '../../../components/password-gate.tsx';

interface Props {
  username: string;
  addedAt: string | null;
  mayAdd: boolean;
  onCodes: (codes: string[]) => void;
}

/** The authenticator app: set up, or removed. */
export function AuthenticatorApp({ username, addedAt, mayAdd, onCodes }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const when = useWhen();
  const [open, setOpen] = useState(false);
  const added = addedAt === null ? '' : when.day(new Date(addedAt), ownZone());
  const close = () => setOpen(false);
  const opener = useFocusAfter<HTMLButtonElement>(open);
  return (
    <FactorPart
      title={<Trans>Authenticator app</Trans>}
      state={
        addedAt === null ? (
          <Trans>Not set up. An app on your phone shows a new code every half minute, even when it is offline.</Trans>
        ) : (
          <Trans>Added {added}. You are asked for its code when you sign in with your password.</Trans>
        )
      }
    >
      {!open && (addedAt !== null || mayAdd) && (
        <Button ref={opener} variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
          {addedAt === null ? <Trans>Set up an app</Trans> : <Trans>Remove the app</Trans>}
        </Button>
      )}
      {open && addedAt === null && <AppSetup username={username} onCodes={onCodes} onClose={close} />}
      {open && addedAt !== null && (
        <PasswordGate
          username={username}
          failure={t`The app was not removed.`}
          action={t`Remove the app`}
          send={async (values, current_password) => {
            const body = { current_password, code: textOf(values, 'code') };
            await api.call('POST /account/second-factor/app/remove/', { body });
          }}
          onClose={close}
        >
          {(errorOf) => <CodeField error={errorOf('code')} />}
        </PasswordGate>
      )}
    </FactorPart>
  );
}
