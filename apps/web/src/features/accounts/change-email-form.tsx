import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { useApi } from '../../lib/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';

interface Props {
  username: string;
  onAsked: () => void;
  onCancel: () => void;
}

/** Gives a new email address, with the password, because whoever has the address can have a new one set. */
export function ChangeEmailForm({ username, onAsked, onCancel }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const keyOf = useIdempotencyKey();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input[type=email]')?.focus(), []);
  const submission = useSubmit(async (values) => {
    const body = { email: textOf(values, 'email'), current_password: textOf(values, 'current_password') };
    await api.call('POST /account/email/', { body, idempotencyKey: keyOf(body.email) });
    onAsked();
  });
  return (
    <div ref={place} className="grid gap-3">
      <Form
        submission={submission}
        failure={t`Your email address was not changed.`}
        action={t`Send a letter to the new address`}
        busy={t`Sending...`}
      >
        <TextField
          label={<Trans>New email address</Trans>}
          hint={<Trans>The present one stays until you open the link in the letter.</Trans>}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={submission.errorOf('email')}
        />
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={<Trans>Current password</Trans>}
          name="current_password"
          autoComplete="current-password"
          required
          error={submission.errorOf('current_password')}
        />
      </Form>
      <Button look="quiet" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
