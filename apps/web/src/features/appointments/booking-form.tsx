import type { Provider } from '@carecommons/contract/providers';
import { Trans } from '@lingui/react/macro';
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { useApi } from '../../lib/api.ts';
import { usePrefill } from '../../lib/prefill.ts';
import { bookingTermsQuery } from './booking-api.ts';
import { BookingRequest } from './booking-request.tsx';

/** Asks a provider for a time, once it is known what holds for that. */
export function BookingForm({ provider }: { provider: Provider }) {
  const { prefill: terms, error, retry } = usePrefill(bookingTermsQuery(useApi(), provider.user));
  if (terms !== undefined) return <BookingRequest provider={provider} terms={terms} />;
  if (error === null) return <FormSkeleton fields={3} />;
  return <LoadFailure title={<Trans>The form could not be loaded.</Trans>} error={error} onRetry={retry} />;
}
