import { passwordLength } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { PasswordField } from '../../components/ui/password-field.tsx';

/** The password that takes the place of another. */
export function NewPasswordField({ error }: { error: string | undefined }) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={<Trans>New password</Trans>}
      hint={t`At least ${passwordLength.min} characters.`}
      name="new_password"
      autoComplete="new-password"
      minLength={passwordLength.min}
      required
      error={error}
    />
  );
}
