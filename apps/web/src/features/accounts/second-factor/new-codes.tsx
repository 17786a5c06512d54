import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useFocusAfter } from '../../../lib/focus.ts';
import { useIdempotencyKey } from '../../../lib/kept/idempotency.ts';
import { FactorPart } from './factor-part.tsx';
import { PasswordGate } from '../../../components/password-gate.tsx';

interface Props {
  username: string;
  left: number;
  mayChange: boolean;
  onCodes: (codes: string[]) => void;
}

/** How many recovery codes are left, and the way to new ones. */
export function NewCodes({ username, left, mayChange, onCodes }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const keyOf = useIdempotencyKey();
  const [open, setOpen] = useState(false);
  const opener = useFocusAfter<HTMLButtonElement>(open);
  return (
    <FactorPart
      title={<Trans>Recovery codes</Trans>}
      state={
        <Plural
          value={left}
          _0="None left. Without them, only an administrator can help you when your phone is lost."
          one="# is left. Each lets you in once, if your phone is lost."
          other="# are left. Each lets you in once, if your phone is lost."
        />
      }
    >
      {mayChange && !open && (
        <Button ref={opener} variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
          <Trans>Make new codes</Trans>
        </Button>
      )}
      {open && (
        <PasswordGate
          username={username}
          failure={t`No new codes were made.`}
          action={t`Make new codes`}
          send={async (_, current_password) => {
            const idempotencyKey = keyOf(current_password);
            const body = { current_password };
            const made = await api.call('POST /account/second-factor/recovery-codes/', { body, idempotencyKey });
            onCodes(made.recovery_codes);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </FactorPart>
  );
}
