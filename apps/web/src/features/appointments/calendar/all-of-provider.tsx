import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListSearch, useListFilters } from '../../../components/address-search.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { QueryList } from '../../../components/ui/query-list.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { allOfProviderQuery } from '../api.ts';
import { GenerateReport } from './generate-report.tsx';
import { AppointmentCard } from '../visit/appointment-card.tsx';
import { useLiveAppointments } from '../live.ts';
import { VisitOutcomeButtons } from '../decisions/visit-outcome-buttons.tsx';
import { useDecisions } from '../decisions/use-decisions.tsx';

/** All appointments of a provider, newest first, with a search by words and days. */
export function AllOfProvider() {
  const filters = useListFilters();
  const list = useInfiniteQuery(allOfProviderQuery(useApi(), filters));
  const { onMake } = useDecisions();
  useLiveAppointments();
  const searched = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <ListSearch
        page="/book/provider/all"
        filters={filters}
        hint={<Trans>The name of a patient, or a word of the problem.</Trans>}
        error={list.error}
      />
      <QueryList
        list={list}
        failure={<Trans>Your appointments could not be loaded.</Trans>}
        empty={
          searched ? (
            <EmptyState title={<Trans>Nothing found</Trans>}>
              <Trans>No appointment has these words on these days.</Trans>
            </EmptyState>
          ) : (
            <EmptyState title={<Trans>No Appointments Right Now</Trans>}>
              <Trans>Requests from patients stay here, also when their time has passed.</Trans>
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {rows.map((row) => (
              <li key={row.id}>
                <AppointmentCard appointment={row} reader="provider" heading="h2">
                  <VisitOutcomeButtons appointment={row} onMake={onMake} />
                  <GenerateReport appointment={row} />
                </AppointmentCard>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </>
  );
}
