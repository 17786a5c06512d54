import { Trans, useLingui } from '@lingui/react/macro';
import { FormPage } from '../components/layout/form-page.tsx';
import { ForgotPasswordForm } from '../features/accounts/forgot-password-form.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Forgot your password?`,
    description: t`Ask for a link to choose a new password for Carecommons.`,
  });
  return (
    <FormPage
      title={<Trans>Forgot your password?</Trans>}
      subtitle={<Trans>We send a link to your confirmed email address</Trans>}
      foot={
        <p className="text-center">
          <Link
            to="/login"
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            <Trans>Back to the sign-in</Trans>
          </Link>
        </p>
      }
    >
      <ForgotPasswordForm />
    </FormPage>
  );
}
