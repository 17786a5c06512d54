import { passkeyNameLength } from '@carecommons/contract/limits';
import type { Passkey } from '@carecommons/contract/second-factor';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ShortText } from '../../../components/ui/text-area.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useFocusAfter } from '../../../lib/focus.ts';
import { textOf } from '../../../lib/form.ts';
import { FactorPart } from './factor-part.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { PasswordGate } from '../../../components/password-gate.tsx';

interface Props {
  username: string;
  passkeys: readonly Passkey[];
  /** Whether the site's address is one that passkeys can be bound to. */
  possible: boolean;
  mayChange: boolean;
  /** With the first factor come recovery codes. */
  onCodes: (codes: string[]) => void;
}

/** The passkeys: listed, named, added and removed. */
export function OwnPasskeys({ username, passkeys, possible, mayChange, onCodes }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const [open, setOpen] = useState(false);
  const opener = useFocusAfter<HTMLButtonElement>(open);
  const supported = 'PublicKeyCredential' in window;
  return (
    <FactorPart
      title={<Trans>Passkeys</Trans>}
      state={
        possible ? (
          <Trans>
            A passkey is kept by your phone, computer or security key and opened by your finger, face or PIN.
          </Trans>
        ) : (
          <Trans>
            Passkeys do not work at this address of the site. They need a name such as care.example.org, with https.
          </Trans>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} username={username} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {possible && !supported && (
        <p className="text-sm">
          <Trans>This browser does not support passkeys.</Trans>
        </p>
      )}
      {possible && supported && mayChange && !open && (
        <Button ref={opener} variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
          <Trans>Add a passkey</Trans>
        </Button>
      )}
      {open && (
        <PasswordGate
          username={username}
          failure={t`The passkey was not added.`}
          action={t`Add the passkey`}
          send={async (values, current_password) => {
            const { addPasskey } = await import('../../../lib/session/passkeys.ts');
            const failure = t`No passkey was created. Perhaps the window was closed, or this device already has one.`;
            const codes = await addPasskey(api, { name: textOf(values, 'name'), current_password }, failure);
            if (codes !== undefined) onCodes(codes);
          }}
          onClose={() => setOpen(false)}
        >
          {(errorOf) => (
            <ShortText
              label={<Trans>Name</Trans>}
              hint={<Trans>A name to recognise it by, such as “My phone”.</Trans>}
              name="name"
              maxLength={passkeyNameLength}
              required
              error={errorOf('name')}
            />
          )}
        </PasswordGate>
      )}
    </FactorPart>
  );
}
