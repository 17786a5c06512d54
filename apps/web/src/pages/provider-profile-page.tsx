import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ButtonLink } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { providerQuery } from '../features/providers/api.ts';
import { ProviderProfile } from '../features/providers/provider-profile.tsx';
import { useApi } from '../lib/api.ts';
import { useHead } from '../lib/head.tsx';
import { useParam } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  const {
    data: [provider],
  } = useSuspenseQuery(providerQuery(useApi(), useParam('providerId')));
  useHead({ title: provider?.name ?? t`Provider not found` });
  if (provider !== undefined) return <ProviderProfile provider={provider} />;
  return (
    <div className="page py-8 md:py-12">
      <h1 className="sr-only">
        <Trans>Provider profile</Trans>
      </h1>
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
    </div>
  );
}
