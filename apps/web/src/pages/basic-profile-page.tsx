import { Trans, useLingui } from '@lingui/react/macro';
import { Stethoscope } from 'lucide-react';
import { FormPage } from '../components/layout/form-page.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { FormSkeleton } from '../components/ui/form-skeleton.tsx';
import { LoadFailure } from '../components/ui/load-failure.tsx';
import { basicProfileQuery } from '../features/accounts/api.ts';
import { BasicProfileForm } from '../features/accounts/basic-profile-form.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { useNavigate } from '../lib/navigation.tsx';
import { usePrefill } from '../lib/prefill.ts';
import { safeNext } from '../lib/session/safe-next.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Your profile` });
  const navigate = useNavigate();
  const { prefill, error, retry } = usePrefill(basicProfileQuery(useApi()));
  // A login on the way to some page leaves its address here; going back leads to where one was before it.
  const goOn = () => {
    const next = safeNext((window.history.state as { next?: unknown } | null)?.next);
    navigate(next ?? '/', { replace: next !== undefined });
  };
  return (
    <FormPage
      title={<Trans>Your profile</Trans>}
      subtitle={<Trans>What the providers you book with should know of you</Trans>}
      foot={
        prefill && (
          <ButtonLink to="/register/user/provider" variant="quiet">
            <Stethoscope size={20} aria-hidden />
            <Trans>I am a healthcare provider</Trans>
          </ButtonLink>
        )
      }
    >
      {prefill !== undefined && <BasicProfileForm profile={prefill} onSaved={goOn} />}
      {prefill === undefined && error === null && <FormSkeleton fields={3} />}
      {error !== null && (
        <LoadFailure title={<Trans>Your profile could not be loaded.</Trans>} error={error} onRetry={retry} />
      )}
    </FormPage>
  );
}
