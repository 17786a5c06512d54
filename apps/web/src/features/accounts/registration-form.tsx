import { passwordLength, registrationRedirectMs } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Form } from '../../components/ui/form.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useNavigate } from '../../lib/navigation.tsx';

/** Opens an account, says so, and a moment later goes to the login page. */
export function RegistrationForm() {
  const { t } = useLingui();
  const api = useApi();
  const navigate = useNavigate();
  const [registered, setRegistered] = useState(false);
  const submission = useSubmit(async (values) => {
    const body = {
      username: textOf(values, 'username'),
      email: textOf(values, 'email'),
      password: textOf(values, 'password'),
    };
    await api.call('POST /register/user/', { body });
    setRegistered(true);
  });
  useEffect(() => {
    if (!registered) return;
    const timer = setTimeout(() => navigate('/login'), registrationRedirectMs);
    return () => clearTimeout(timer);
  }, [registered, navigate]);

  const { problem, errorOf } = submission;
  const answered = problem !== undefined && problem.code !== 'unreachable' && problem.message !== '';
  return (
    <Form
      submission={submission}
      failure={answered ? problem.message : t`Registration failed. Please try again.`}
      action={t`Register`}
      busy={t`Registering...`}
      done={
        registered && (
          <Notice kind="success">
            <p className="font-semibold">
              <Trans>Registration Successful!</Trans>
            </p>
            <p>
              <Trans>The sign-in page will open in a moment.</Trans>
            </p>
          </Notice>
        )
      }
    >
      <TextField
        label={<Trans>Username</Trans>}
        hint={<Trans>Others see this name. Letters, digits and @.+-_ only.</Trans>}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errorOf('username')}
      />
      <TextField
        label={<Trans>Email</Trans>}
        hint={<Trans>For news of your appointments. Others never see it.</Trans>}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={errorOf('email')}
      />
      <PasswordField
        label={<Trans>Password</Trans>}
        hint={t`At least ${passwordLength.min} characters. A few words that only you would put together are best.`}
        name="password"
        autoComplete="new-password"
        minLength={passwordLength.min}
        required
        error={errorOf('password')}
      />
    </Form>
  );
}
