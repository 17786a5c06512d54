import { Trans, useLingui } from '@lingui/react/macro';
import { FormPage } from '../components/layout/form-page.tsx';
import { RegistrationForm } from '../features/accounts/registration-form.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Register`, description: t`Open an account on Carecommons, as a patient or as a provider.` });
  return (
    <FormPage
      title={<Trans>Create your account</Trans>}
      subtitle={<Trans>For patients and providers alike</Trans>}
      foot={
        <p className="text-center">
          <Link
            to="/login"
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            <Trans>Already have an account? Sign in</Trans>
          </Link>
        </p>
      }
    >
      <RegistrationForm />
    </FormPage>
  );
}
