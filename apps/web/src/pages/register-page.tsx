import { Trans, useLingui } from '@lingui/react/macro';
import { FormPage } from '../components/layout/form-page.tsx';
import { RegistrationForm } from '../features/accounts/registration-form.tsx';
import { WhySignIn } from '../features/accounts/why-sign-in.tsx';
import { useProviderNamed } from '../features/providers/provider-named.ts';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';
import { leadingOn, useNext } from '../lib/session/login-address.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Register`, description: t`Open an account on Carecommons, as a patient or as a provider.` });
  const next = useNext();
  const provider = useProviderNamed(next);
  return (
    <FormPage
      title={<Trans>Create your account</Trans>}
      subtitle={<Trans>For patients and providers alike</Trans>}
      foot={
        <p className="text-center">
          <Link
            to={leadingOn('/login', next)}
            // Whoever is in goes back to where they came from, and to no way in.
            replace
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            <Trans>Already have an account? Sign in</Trans>
          </Link>
        </p>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <WhySignIn next={next} provider={provider} />
        <RegistrationForm next={next} />
      </div>
    </FormPage>
  );
}
