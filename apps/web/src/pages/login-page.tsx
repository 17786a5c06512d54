import { Trans, useLingui } from '@lingui/react/macro';
import { FormPage } from '../components/layout/form-page.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { LoginForm } from '../features/accounts/login-form.tsx';
import { useHead } from '../lib/head.tsx';
import { useInBrowser } from '../lib/in-browser.ts';
import { Link, useSearchText } from '../lib/navigation.tsx';
import { safeNext } from '../lib/session/safe-next.ts';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Sign in`,
    description: t`Sign in to Carecommons to book, to read your reports and to take part.`,
  });
  const idle = useInBrowser() && window.location.hash === '#idle';
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
      <div className="grid grid-cols-1 gap-5">
        {idle && (
          <Notice kind="info">
            <Trans>
              You were signed out because you had not been active for a while. Drafts on this device are still there.
            </Trans>
          </Notice>
        )}
        <LoginForm next={next} />
      </div>
    </FormPage>
  );
}
