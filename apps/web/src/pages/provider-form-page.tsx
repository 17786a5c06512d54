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
import { ownProviderProfileQuery, specialitiesQuery } from '../features/providers/api.ts';
import { PhotoForm } from '../features/providers/photo-form.tsx';
import { ProviderForm } from '../features/providers/provider-form.tsx';
import { useApi } from '../lib/api.ts';
import { useHead } from '../lib/head.tsx';
import { useNavigate } from '../lib/navigation.tsx';
import { usePrefill } from '../lib/prefill.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Your provider profile` });
  const api = useApi();
  const navigate = useNavigate();
  const [unlisted, setUnlisted] = useState(false);
  const own = usePrefill(ownProviderProfileQuery(api));
  const basic = usePrefill(basicProfileQuery(api));

  /** Shows the profile as patients see it; where it waits for approval they do not see it yet. */
  async function goOn(userId: number) {
    const listed = await api
      .call('GET /providers/:provider_id/', { params: { provider_id: userId } })
      .catch(() => undefined);
    if (listed?.length === 0) setUnlisted(true);
    else navigate(`/profile/${userId}`);
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
          <ButtonLink to="/register/user/basic" look="quiet">
            <UserRound size={20} aria-hidden />
            <Trans>I am a patient: to the basic profile</Trans>
          </ButtonLink>
        )
      }
    >
      {unlisted && (
        <Notice kind="success">
          <p>
            <Trans>Your profile is saved. It is listed as soon as your registration is verified.</Trans>
          </p>
          <ButtonLink to="/verification" look="quiet" className="mt-2">
            <Trans>Have your registration verified</Trans>
          </ButtonLink>
        </Notice>
      )}
      {loaded && !unlisted && own.prefill?.[0] !== undefined && (
        <div className="mb-6 border-b border-line pb-6">
          <PhotoForm name={own.prefill[0].name} photo={own.prefill[0].photo} />
        </div>
      )}
      {loaded && !unlisted && (
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
