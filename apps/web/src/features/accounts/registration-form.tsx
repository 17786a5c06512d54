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
import { leadingOn } from '../../lib/session/login-address.ts';
import { handOverAccount } from './new-account.ts';

/** Opens an account, says so, and a moment later goes to the login page, which signs in by itself and leads on to `next`. */
export function RegistrationForm({ next }: { next: string | undefined }) {
  const { t } = useLingui();
  const api = useApi();
  const navigate = useNavigate();
  const [registered, setRegistered] = useState<{ username: string; password: string }>();
  const submission = useSubmit(async (values) => {
    const body = {
      username: textOf(values, 'username'),
      email: textOf(values, 'email'),
      password: textOf(values, 'password'),
    };
    await api.call('POST /register/user/', { body });
    setRegistered({ username: body.username, password: body.password });
  });
  useEffect(() => {
    if (registered === undefined) return;
    const timer = setTimeout(() => {
      handOverAccount(registered);
      navigate(leadingOn('/login', next), { replace: true });
    }, registrationRedirectMs);
    return () => clearTimeout(timer);
  }, [registered, navigate, next]);

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
              <Trans>You will be signed in in a moment.</Trans>
            </p>
          </Notice>
        )
      }
    >
      <TextField
        label={<Trans>Username</Trans>}
        hint={<Trans>Others see this name. Letters, digits and .+-_ only.</Trans>}
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
