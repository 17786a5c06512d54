import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '../../components/ui/field.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { lacksSecondFactor, SecondFactorNeeded } from '../../components/second-factor-needed.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { signedInPerson } from '../../lib/session/personal-data.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { eraseKept } from '../../lib/kept/kept.ts';
import { dropSession } from '../../lib/session/session.ts';

/** Asks once more, by name and password, and erases the account: then the receipt is shown. */
export function ErasureForm({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const submission = useSubmit(async (values) => {
    const body = { current_password: textOf(values, 'current_password'), username: textOf(values, 'username') };
    const { number } = await api.call('POST /account/erasure/', { body });
    // What waits in this browser goes, too.
    const person = signedInPerson();
    if (person !== undefined) await eraseKept(person).catch(() => undefined);
    dropSession();
    window.location.replace(`/receipt/${number}`);
  });
  const { problem, errorOf } = submission;
  if (lacksSecondFactor(problem)) return <SecondFactorNeeded />;
  return (
    <FormDialog
      title={<Trans>Erase your account for good?</Trans>}
      description={<Trans>Nobody can bring it back, not even the people who run the site.</Trans>}
      keep={<Trans>Keep my account</Trans>}
      submission={submission}
      failure={t`Your account was not erased.`}
      action={t`Erase my account`}
      busy={t`Erasing...`}
      variant="danger"
      onClose={onClose}
    >
      <TextField
        label={<Trans>Your username</Trans>}
        hint={t`Type ${username} to confirm.`}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errorOf('username')}
      />
      <PasswordField
        label={<Trans>Current password</Trans>}
        name="current_password"
        autoComplete="current-password"
        required
        error={errorOf('current_password')}
      />
    </FormDialog>
  );
}
