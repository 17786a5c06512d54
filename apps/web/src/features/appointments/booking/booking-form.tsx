import type { Provider } from '@carecommons/contract/providers';
import type { BookingTerms as Terms } from '@carecommons/contract/schedules';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { bookingTermsQuery } from '../../../lib/booking-terms.ts';
import { useDraft } from '../../../lib/kept/drafts.ts';
import { usePrefill } from '../../../lib/prefill.ts';
import { usePerson } from '../../../lib/session/role.ts';
import { BookingRequest } from './request-form.tsx';
import type { RequestDraft } from './selected-time.ts';

/** Asks a provider for a time, once it is known what holds for that; a draft that was left is there again. */
export function BookingForm({ provider }: { provider: Provider }) {
  const person = usePerson();
  if (person?.user_id === provider.user) {
    return (
      <EmptyState
        title={<Trans>This is your own profile</Trans>}
        action={
          <ButtonLink to="/schedule">
            <Trans>Your hours</Trans>
          </ButtonLink>
        }
      >
        <Trans>Patients ask you for a time here. You cannot book with yourself.</Trans>
      </EmptyState>
    );
  }
  return <ForOthers provider={provider} />;
}

function ForOthers({ provider }: { provider: Provider }) {
  const query = bookingTermsQuery(useApi(), provider.user);
  const queries = useQueryClient();
  const { prefill, error, retry } = usePrefill(query);
  // What the form began with, until the server says that it no longer holds.
  const [renewed, setRenewed] = useState<Terms>();
  const terms = renewed ?? prefill;
  const draft = useDraft<RequestDraft>(`booking/${provider.user}`);
  if (error !== null)
    return <LoadFailure title={<Trans>The form could not be loaded.</Trans>} error={error} onRetry={retry} />;
  if (terms === undefined || draft.found === undefined) return <FormSkeleton fields={3} />;
  return (
    <BookingRequest
      key={draft.found?.at}
      provider={provider}
      terms={terms}
      draft={draft}
      onKindChanged={async () => setRenewed(await queries.fetchQuery({ ...query, staleTime: 0 }))}
    />
  );
}
