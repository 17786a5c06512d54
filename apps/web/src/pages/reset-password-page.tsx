import { Trans, useLingui } from '@lingui/react/macro';
import { FormPage } from '../components/layout/form-page.tsx';
import { LinkForm } from '../features/accounts/link-form.tsx';
import { ResetPasswordForm } from '../features/accounts/reset-password-form.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Choose a new password`,
    description: t`Choose a new password for Carecommons by the link in an email.`,
  });
  return (
    <FormPage
      title={<Trans>Choose a new password</Trans>}
      subtitle={<Trans>It replaces the one that you forgot</Trans>}
      foot={
        <p className="text-center">
          <Link
            to="/forgot-password"
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            <Trans>Ask for another link</Trans>
          </Link>
        </p>
      }
    >
      <LinkForm>{(token) => <ResetPasswordForm token={token} />}</LinkForm>
    </FormPage>
  );
}
