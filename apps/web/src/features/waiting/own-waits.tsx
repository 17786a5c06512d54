import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { useApi } from '../../lib/api.ts';
import { useLiveWaits, waitsQuery } from './api.ts';
import { Waits } from './waits.tsx';

/** On the page of a patient's appointments: the waiting lists that they are on; nothing where they are on none. */
export function OwnWaits() {
  useLiveWaits();
  const { data, error, refetch } = useQuery(waitsQuery(useApi()));
  if (error === null && (data === undefined || data.length === 0)) return null;
  return (
    <section className="grid gap-4">
      <h2 tabIndex={-1} className="text-xl">
        <Trans>Your waiting lists</Trans>
      </h2>
      {error !== null && data === undefined && (
        <LoadFailure
          title={<Trans>Your waiting lists could not be loaded.</Trans>}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <Waits waits={data} />}
    </section>
  );
}
