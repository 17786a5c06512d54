import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '../../components/ui/form.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { useApi } from '../../lib/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { roleQuery } from '../../lib/role.ts';
import { startSession } from '../../lib/session.ts';

/** Signs in, then goes to the profile form or, by a full load, to `next` or home. */
export function LoginForm({ next }: { next: string | undefined }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const submission = useSubmit(async (values) => {
    const body = { username: textOf(values, 'username'), password: textOf(values, 'password') };
    startSession(await api.call('POST /token/', { body }));
    // Who cannot be asked for the role is signed in all the same; the pages ask again.
    const known = await queries.fetchQuery(roleQuery(api)).catch((error: unknown) => console.error(error));
    // The profile form leads on to `next`, out of the history's entry.
    if (known?.role === 'unknown') navigate('/register/user/basic', { state: { next } });
    else window.location.replace(next ?? '/');
  });
  return (
    <Form
      submission={submission}
      failure={t`Invalid username or password. Please try again.`}
      action={t`Sign in`}
      busy={t`Signing in...`}
    >
      <TextField
        label={<Trans>Username</Trans>}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={submission.errorOf('username')}
      />
      <PasswordField
        label={<Trans>Password</Trans>}
        name="password"
        autoComplete="current-password"
        required
        error={submission.errorOf('password')}
      />
    </Form>
  );
}
