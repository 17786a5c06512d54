import { Trans, useLingui } from '@lingui/react/macro';
import { useConfirmed } from '../../components/confirm-its-you.tsx';
import { Form } from '../../components/ui/form.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { EndLinksChoice } from './end-links-choice.tsx';
import { NewPasswordField } from './new-password-field.tsx';

interface Props {
  username: string;
  onChanged: () => void;
}

export function PasswordForm({ username, onChanged }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const { confirmed, dialog } = useConfirmed();
  const submission = useSubmit(async (values) => {
    const body = {
      current_password: textOf(values, 'current_password'),
      new_password: textOf(values, 'new_password'),
      end_links: values.has('end_links'),
    };
    await confirmed(() => api.call('POST /account/password/', { body }));
    onChanged();
  });
  return (
    <>
      <Form
        submission={submission}
        failure={t`Your password was not changed.`}
        action={t`Change password`}
        busy={t`Changing...`}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={<Trans>Current password</Trans>}
          name="current_password"
          autoComplete="current-password"
          required
          error={submission.errorOf('current_password')}
        />
        <NewPasswordField error={submission.errorOf('new_password')} />
        <EndLinksChoice />
      </Form>
      {dialog}
    </>
  );
}
