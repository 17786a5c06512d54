import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { QueryList } from '../../../components/ui/query-list.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { allOfProviderQuery } from '../api.ts';
import { GenerateReport } from './generate-report.tsx';
import { AppointmentCard } from '../visit/appointment-card.tsx';
import { useLiveAppointments } from '../live.ts';
import { VisitOutcomeButtons } from '../decisions/visit-outcome-buttons.tsx';
import { useDecisions } from '../decisions/use-decisions.tsx';

/** All appointments of a provider, newest first. */
export function AllOfProvider() {
  const list = useInfiniteQuery(allOfProviderQuery(useApi()));
  const { onMake } = useDecisions();
  useLiveAppointments();
  return (
    <QueryList
      list={list}
      failure={<Trans>Your appointments could not be loaded.</Trans>}
      empty={
        <EmptyState title={<Trans>No Appointments Right Now</Trans>}>
          <Trans>Requests from patients stay here, also when their time has passed.</Trans>
        </EmptyState>
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
  );
}
