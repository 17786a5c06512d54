import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { FormPage } from '../components/layout/form-page.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { FormSkeleton } from '../components/ui/form-skeleton.tsx';
import { LoadFailure } from '../components/ui/load-failure.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { basicProfileQuery } from '../features/accounts/api.ts';
import { ConfirmYourEmail } from '../features/accounts/confirm-your-email.tsx';
import { ownProviderProfileQuery, specialitiesQuery } from '../features/providers/api.ts';
import { NextSteps } from '../features/providers/next-steps.tsx';
import { PhotoForm } from '../features/providers/photo-form.tsx';
import { ProviderForm } from '../features/providers/provider-form.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { useNavigate } from '../lib/navigation.tsx';
import { usePrefill } from '../lib/prefill.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Your provider profile` });
  const api = useApi();
  const navigate = useNavigate();
  const [saved, setSaved] = useState<'without badge' | { user: number; listed: boolean }>();
  const own = usePrefill(ownProviderProfileQuery(api));
  const basic = usePrefill(basicProfileQuery(api));

  /** After the first time leads on; later shows the profile as patients see it, unless it waits for approval. */
  async function goOn({ user, verified }: { user: number; verified: boolean }) {
    if (own.prefill?.[0]?.verified && !verified) return setSaved('without badge');
    const listed = await api
      .call('GET /providers/:provider_id/', { params: { provider_id: user } })
      .catch(() => undefined);
    const first = own.prefill?.length === 0;
    if (first || listed?.length === 0) setSaved({ user, listed: listed?.length !== 0 });
    else navigate(`/profile/${user}`);
  }

  // The form shows that the specialities did not come; only it does not move when they do.
  const { isFetched } = useQuery(specialitiesQuery(api));
  const loaded = own.prefill !== undefined && basic.prefill !== undefined && isFetched;
  const failed = own.error !== null || basic.error !== null;
  return (
    <FormPage
      wide
      title={<Trans>Your provider profile</Trans>}
      subtitle={<Trans>What patients read before they book with you</Trans>}
      foot={
        loaded && (
          <ButtonLink to="/register/user/basic" variant="quiet">
            <UserRound size={20} aria-hidden />
            <Trans>I am a patient: to the basic profile</Trans>
          </ButtonLink>
        )
      }
    >
      {saved === 'without badge' && (
        <Notice kind="success">
          <p>
            <Trans>
              Your profile is saved. The verified badge is not shown until your changes have been checked or undone.
            </Trans>
          </p>
          <ButtonLink to="/verification" variant="quiet" className="mt-2">
            <Trans>Have the change checked</Trans>
          </ButtonLink>
        </Notice>
      )}
      {saved !== undefined && saved !== 'without badge' && (
        <div className="grid gap-5">
          <NextSteps {...saved} />
          <ConfirmYourEmail />
        </div>
      )}
      {loaded && saved === undefined && own.prefill?.[0] !== undefined && (
        <div className="mb-6 border-b border-line pb-6">
          <PhotoForm name={own.prefill[0].name} photo={own.prefill[0].photo} verified={own.prefill[0].verified} />
        </div>
      )}
      {loaded && saved === undefined && (
        <ProviderForm
          start={own.prefill?.[0] ?? { name: basic.prefill?.name ?? '', phone: basic.prefill?.phone ?? '' }}
          onSaved={goOn}
        />
      )}
      {!loaded && !failed && <FormSkeleton fields={8} />}
      {!loaded && failed && (
        <LoadFailure
          title={<Trans>Your profile could not be loaded.</Trans>}
          error={own.error ?? basic.error}
          onRetry={() => {
            if (own.error !== null) own.retry();
            if (basic.error !== null) basic.retry();
          }}
        />
      )}
    </FormPage>
  );
}
