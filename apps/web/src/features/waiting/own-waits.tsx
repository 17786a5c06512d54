import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useLiveWaits, waitsQuery } from './api.ts';
import { Waits } from './waits.tsx';

/** On the page of a patient's appointments: the waiting lists that they are on; nothing where they are on none. */
export function OwnWaits() {
  useLiveWaits();
  const list = useQuery(waitsQuery(useApi()));
  if (list.error === null && (list.data === undefined || list.data.length === 0)) return null;
  return (
    <section className="grid gap-4">
      <h2 tabIndex={-1} className="text-xl">
        <Trans>Your waiting lists</Trans>
      </h2>
      <QueryList list={list} failure={<Trans>Your waiting lists could not be loaded.</Trans>} empty={null}>
        {(waits) => <Waits waits={waits} />}
      </QueryList>
    </section>
  );
}
