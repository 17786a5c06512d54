import { Trans, useLingui } from '@lingui/react/macro';
import { useConfirmed } from '../../components/confirm-its-you.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { PasswordGate } from '../../components/password-gate.tsx';

interface Props {
  username: string;
  /** After it was asked for, or left. */
  onClose: () => void;
}

/** Gives a new email address, with the password, because whoever has the address can have a new one set. */
export function ChangeEmailForm({ username, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const { confirmed, dialog } = useConfirmed();
  const keyOf = useIdempotencyKey();
  return (
    <>
      <PasswordGate
        username={username}
        failure={t`Your email address was not changed.`}
        action={t`Send an email to the new address`}
        send={async (values, current_password) => {
          const body = { email: textOf(values, 'email'), current_password };
          await confirmed(() => api.call('POST /account/email/', { body, idempotencyKey: keyOf(body.email) }));
        }}
        onClose={onClose}
      >
        {(errorOf) => (
          <TextField
            label={<Trans>New email address</Trans>}
            hint={<Trans>The present one stays until you open the link in the email.</Trans>}
            name="email"
            type="email"
            autoComplete="email"
            required
            error={errorOf('email')}
          />
        )}
      </PasswordGate>
      {dialog}
    </>
  );
}
