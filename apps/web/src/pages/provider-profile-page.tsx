import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ButtonLink } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { providerQuery } from '../features/providers/api.ts';
import { ProviderProfile } from '../features/providers/provider-profile.tsx';
import { KindsOffered } from '../features/visit-kinds/kinds-offered.tsx';
import { WaitForTime } from '../features/waiting/wait-for-time.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { useParam } from '../lib/navigation.tsx';
import { usePerson } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  const providerId = useParam('providerId');
  const {
    data: [provider],
  } = useSuspenseQuery(providerQuery(useApi(), providerId));
  const person = usePerson();
  const own = person?.role === 'healthcare_provider' && String(person.user_id) === providerId;
  useHead({ title: provider?.name ?? (own ? t`Your profile` : t`Provider not found`) });
  if (provider !== undefined) {
    return (
      <ProviderProfile provider={provider} own={own}>
        <KindsOffered provider={provider.user} own={own} />
        <WaitForTime provider={provider} />
      </ProviderProfile>
    );
  }
  return (
    <div className="page py-8 md:py-12">
      <h1 className="sr-only">
        <Trans>Provider profile</Trans>
      </h1>
      {own ? <OwnUnlisted /> : <NotFound />}
    </div>
  );
}

/** What providers see of themselves while they are suspended, as patients are told nothing of it. */
const OwnUnlisted = () => (
  <EmptyState
    title={<Trans>Your profile is not listed at present</Trans>}
    action={
      <ButtonLink to="/verification">
        <Trans>Read why</Trans>
      </ButtonLink>
    }
  >
    <Trans>Patients cannot find it, and cannot book with you.</Trans>
  </EmptyState>
);

const NotFound = () => (
  <EmptyState
    title={<Trans>Provider not found</Trans>}
    action={
      <ButtonLink to="/providers">
        <Trans>See all providers</Trans>
      </ButtonLink>
    }
  >
    <Trans>The link may be old, or this provider is no longer listed. The directory shows who is.</Trans>
  </EmptyState>
);
