import { mayReport, takesReport } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { deletedUser } from '@carecommons/contract/erasure-rules';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FilePlus } from 'lucide-react';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { QueryList } from '../../../components/ui/query-list.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useNow } from '../../../lib/texts/now.ts';
import { usePerson } from '../../../lib/session/role.ts';
import { allOfProviderQuery } from '../api.ts';
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

/** The way to upload a report, where the visit may have taken place. */
export function GenerateReport({ appointment }: { appointment: Appointment }) {
  const person = usePerson();
  const now = useNow();
  const gone = appointment.user.name === deletedUser;
  if (gone || person === undefined || !mayReport(person, appointment) || !takesReport(appointment, now)) return null;
  return (
    <ButtonLink to={`/record/${appointment.id}`} look="quiet" className="w-full md:w-auto md:justify-self-start">
      <FilePlus size={20} aria-hidden />
      <Trans>Generate Report</Trans>
    </ButtonLink>
  );
}
