import { Trans, useLingui } from '@lingui/react/macro';
import { FormPage } from '../components/layout/form-page.tsx';
import { ConfirmEmail } from '../features/accounts/confirm-email.tsx';
import { LinkForm } from '../features/accounts/link-form.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Confirm your email address`,
    description: t`Confirm your email address for Carecommons by the link in an email.`,
  });
  return (
    <FormPage
      title={<Trans>Confirm your email address</Trans>}
      subtitle={<Trans>So that emails reach you and nobody else</Trans>}
      foot={
        <p className="text-center">
          <Link
            to="/account"
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            <Trans>Ask for another link in your account</Trans>
          </Link>
        </p>
      }
    >
      <LinkForm>{(token) => <ConfirmEmail token={token} />}</LinkForm>
    </FormPage>
  );
}
