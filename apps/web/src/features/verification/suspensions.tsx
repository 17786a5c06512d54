import type { SuspendedProvider } from '@carecommons/contract/verification';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchForm } from '../../components/search-form.tsx';
import { Button } from '../../components/ui/button.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { ListSection } from '../../components/ui/list-section.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useSubmit } from '../../lib/form.ts';
import { dayOf } from '../../lib/texts/format.ts';
import { useSite } from '../../lib/site.ts';
import { foundProvidersQuery, renewVerifications, suspendedQuery } from './api.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

/** The suspended providers, and the way to suspend one. */
export function Suspensions({ me }: { me: number }) {
  const list = useInfiniteQuery(suspendedQuery(useApi()));
  return (
    <ListSection
      title={<Trans>Suspensions</Trans>}
      lead={<Find me={me} />}
      list={list}
      empty={<Trans>No provider is suspended.</Trans>}
      keyOf={({ user }) => user}
    >
      {(row) => <Suspended provider={row} me={me} />}
    </ListSection>
  );
}

function Find({ me }: { me: number }) {
  const { t } = useLingui();
  const [q, setQ] = useState('');
  const [selected, setSelected] = useState<{ user: number; name: string }>();
  const { data, error, refetch } = useQuery(foundProvidersQuery(useApi(), q));
  return (
    <div className="grid max-w-xl gap-3">
      <SearchForm
        action="/admin/verifications"
        label={<Trans>Suspend a provider</Trans>}
        placeholder={t`Name of a provider`}
        onSearch={setQ}
      />
      <div role="status" className="grid gap-2 empty:absolute">
        {data?.length === 0 && (
          <p>
            <Trans>No provider in the directory has that name.</Trans>
          </p>
        )}
        {data !== undefined && data.length > 0 && (
          <ul className="grid gap-2">
            {data.map(({ user, name, address }) => (
              <li
                key={user}
                className="flex flex-wrap items-center justify-between gap-2 rounded-control border border-line bg-surface px-3 py-2"
              >
                <span className="min-w-0">
                  <span className="font-semibold">{name}</span>
                  <span className="block text-sm text-muted">{address}</span>
                </span>
                {user !== me && (
                  <Button variant="danger" aria-label={t`Suspend ${name}`} onClick={() => setSelected({ user, name })}>
                    <Trans>Suspend</Trans>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {error !== null && (
        <LoadFailure title={<Trans>The search did not work.</Trans>} error={error} onRetry={() => void refetch()} />
      )}
      {selected !== undefined && (
        <SuspendDialog
          provider={selected}
          onClose={() => setSelected(undefined)}
          onDone={() => {
            setSelected(undefined);
            setQ('');
          }}
        />
      )}
    </div>
  );
}

function Suspended({ provider, me }: { provider: SuspendedProvider; me: number }) {
  const { i18n } = useLingui();
  const { default_time_zone: zone } = useSite();
  const [asking, setAsking] = useState(false);
  const since = dayOf(i18n, provider.suspended_at, zone);
  const reason = provider.suspended_reason;
  return (
    <article className="grid gap-2 rounded-card border border-line bg-surface p-4 md:p-6">
      <h3 className="text-lg">{provider.name}</h3>
      <p className="text-sm text-muted">
        <Trans>Suspended since {since}</Trans>
      </p>
      <p>
        <Trans>Reason: {reason}</Trans>
      </p>
      {provider.user !== me && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
          <Trans>Lift the suspension</Trans>
        </Button>
      )}
      {asking && <Reinstate provider={provider} onClose={() => setAsking(false)} />}
    </article>
  );
}

function Reinstate({ provider, onClose }: { provider: SuspendedProvider; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async () => {
    await api.call('POST /apis/verification/providers/:provider_id/reinstate/', {
      params: { provider_id: provider.user },
    });
    await renewVerifications(queries);
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Lift the suspension?</Trans>}
      description={
        <Trans>
          Patients find {provider.name} again and can book. Those with a visit to come are told that it may take place.
        </Trans>
      }
      onClose={onClose}
      submission={submission}
      failure={t`The suspension was not lifted.`}
      action={t`Lift the suspension`}
      busy={t`Saving...`}
    />
  );
}
