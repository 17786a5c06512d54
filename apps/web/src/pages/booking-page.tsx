import { Trans, useLingui } from '@lingui/react/macro';
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { BookingForm } from '../features/appointments/booking/booking-form.tsx';
import { providerQuery } from '../features/providers/api.ts';
import { ProviderSummary } from '../features/providers/provider-summary.tsx';
import { WaitForTime } from '../features/waiting/wait-for-time.tsx';
import { useApi } from '../lib/calls/api.ts';
import { bookingTermsQuery } from '../lib/booking-terms.ts';
import { useHead } from '../lib/head.tsx';
import { useParam } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Book an appointment` });
  const [api, id] = [useApi(), useParam('providerId')];
  // What holds for booking is asked for beside the provider, not after.
  usePrefetchQuery(bookingTermsQuery(api, id));
  const {
    data: [provider],
  } = useSuspenseQuery(providerQuery(api, id));
  return (
    <div className="page py-8 md:py-12">
      <div className="one-after-another mx-auto grid max-w-2xl gap-6">
        <h1 className="text-2xl">
          <Trans>Book an appointment</Trans>
        </h1>
        <EmergencyNote />
        {provider === undefined ? (
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
        ) : (
          <>
            <ProviderSummary provider={provider} />
            <BookingForm provider={provider} />
            <WaitForTime provider={provider} />
          </>
        )}
      </div>
    </div>
  );
}
