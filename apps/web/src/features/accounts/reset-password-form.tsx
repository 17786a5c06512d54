import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { EndLinksChoice } from './end-links-choice.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasskeysToRemove } from './second-factor/passkeys-to-remove.tsx';

/** Sets a new password by the token of a link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const { t } = useLingui();
  const api = useApi();
  const [changed, setChanged] = useState(false);
  const submission = useSubmit(async (values) => {
    const body = {
      token,
      new_password: textOf(values, 'new_password'),
      end_links: values.has('end_links'),
      remove_passkeys: values.getAll('remove_passkeys').map(Number),
    };
    await api.call('POST /reset-password/', { body });
    setChanged(true);
  });
  if (changed) {
    return (
      <div className="grid gap-4">
        <Notice kind="success">
          <p className="font-semibold">
            <Trans>Your password is changed.</Trans>
          </p>
          <p>
            <Trans>All sessions were signed out. Please sign in with the new password.</Trans>
          </p>
        </Notice>
        <ButtonLink to="/login">
          <Trans>Sign in</Trans>
        </ButtonLink>
      </div>
    );
  }
  return (
    <Form
      submission={submission}
      failure={t`Your password was not changed.`}
      action={t`Change password`}
      busy={t`Changing...`}
    >
      <NewPasswordField error={submission.errorOf('new_password')} />
      <EndLinksChoice />
      <PasskeysToRemove token={token} />
    </Form>
  );
}
