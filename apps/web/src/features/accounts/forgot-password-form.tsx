import { resetMinutes } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form } from '../../components/ui/form.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';

/** Asks for a link to a new password, and says the same whoever asks. */
export function ForgotPasswordForm() {
  const { t } = useLingui();
  const api = useApi();
  const [sent, setSent] = useState(false);
  const submission = useSubmit(async (values) => {
    await api.call('POST /forgot-password/', { body: { email: textOf(values, 'email') } });
    setSent(true);
  });
  return (
    <Form
      submission={submission}
      failure={t`The email could not be requested.`}
      action={t`Send me a link`}
      busy={t`Sending...`}
      done={
        sent && (
          <Notice kind="success">
            <p className="font-semibold">
              <Trans>Please check your inbox.</Trans>
            </p>
            <p>
              <Trans>
                If this address is confirmed for an account, a link is on its way. It is good for {resetMinutes}{' '}
                minutes.
              </Trans>
            </p>
          </Notice>
        )
      }
    >
      <TextField
        label={<Trans>Email</Trans>}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={submission.errorOf('email')}
      />
    </Form>
  );
}
