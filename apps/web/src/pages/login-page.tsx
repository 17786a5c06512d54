import { Trans, useLingui } from '@lingui/react/macro';
import { FormPage } from '../components/layout/form-page.tsx';
import { LoginForm } from '../features/accounts/login-form.tsx';
import { useHead } from '../lib/head.tsx';
import { Link, useSearchText } from '../lib/navigation.tsx';
import { safeNext } from '../lib/safe-next.ts';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Sign in`,
    description: t`Sign in to Carecommons to book, to read your reports and to take part.`,
  });
  const next = safeNext(useSearchText('next'));
  return (
    <FormPage
      title={<Trans>Welcome back</Trans>}
      subtitle={<Trans>Sign in to your account</Trans>}
      foot={
        <p className="grid justify-items-center">
          <Link
            to="/forgot-password"
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            <Trans>Forgot your password?</Trans>
          </Link>
          <Link
            to="/register"
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            <Trans>Don't have an account? Register here</Trans>
          </Link>
        </p>
      }
    >
      <LoginForm next={next} />
    </FormPage>
  );
}
