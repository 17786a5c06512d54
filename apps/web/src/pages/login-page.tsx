import { Trans, useLingui } from '@lingui/react/macro';
import { FormPage } from '../components/layout/form-page.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { LoginForm } from '../features/accounts/login-form.tsx';
import { WhySignIn } from '../features/accounts/why-sign-in.tsx';
import { useProviderNamed } from '../features/providers/provider-named.ts';
import { useHead } from '../lib/head.tsx';
import { useInBrowser } from '../lib/in-browser.ts';
import { Link } from '../lib/navigation.tsx';
import { leadingOn, useNext } from '../lib/session/login-address.ts';
import { hasEnded } from '../lib/session/session.ts';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Sign in`,
    description: t`Sign in to Carecommons to book, to read your reports and to take part.`,
  });
  const inBrowser = useInBrowser();
  const idle = inBrowser && window.location.hash === '#idle';
  const ended = inBrowser && hasEnded();
  const next = useNext();
  const provider = useProviderNamed(next);
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
            to={leadingOn('/register', next)}
            // Whoever is in goes back to where they came from, and to no way in.
            replace
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            <Trans>Don't have an account? Register here</Trans>
          </Link>
        </p>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {!idle && !ended && <WhySignIn next={next} provider={provider} />}
        {!idle && ended && (
          <Notice kind="info">
            <Trans>Your session has ended. Sign in again to go on.</Trans>
          </Notice>
        )}
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
