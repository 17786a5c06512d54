import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { roleQuery } from '../../lib/role.ts';
import { useWhen } from '../../lib/when.ts';
import { upcomingOfProviderQuery } from './api.ts';
import { AppointmentCard } from './appointment-card.tsx';
import { useApproval } from './approval.tsx';
import { ApproveButton } from './approve-button.tsx';
import { EarlierVisits } from './earlier-visits.tsx';
import { groupsOf } from './groups.ts';

interface Props {
  Reports: ComponentType<{ appointmentId: number }>;
}

/** What a provider has to decide, oldest request first, and what is to come, day by day. */
export function ProviderAgenda({ Reports }: Props) {
  const api = useApi();
  const { role } = useSuspenseQuery(roleQuery(api)).data;
  const list = useInfiniteQuery(upcomingOfProviderQuery(api, role));
  const { onApprove, outcome } = useApproval();
  return (
    <>
      {outcome}
      <PagedList
        list={list}
        failure={<Trans>Your appointments could not be loaded.</Trans>}
        empty={
          <EmptyState title={<Trans>No Appointments Right Now</Trans>}>
            <Trans>Requests from patients come up here as soon as they are sent.</Trans>
          </EmptyState>
        }
      >
        {(rows) => (
          <div className="grid gap-8">
            <Waiting rows={rows} onApprove={onApprove} Reports={Reports} />
            <Days rows={rows.filter(({ status }) => status !== 'requested')} />
          </div>
        )}
      </PagedList>
    </>
  );
}

interface WaitingProps extends Props {
  rows: Appointment[];
  onApprove: (appointment: Appointment) => void;
}

function Waiting({ rows, onApprove, Reports }: WaitingProps) {
  const waiting = rows
    .filter(({ status }) => status === 'requested')
    .toSorted((one, other) => Date.parse(one.requested_at) - Date.parse(other.requested_at));
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Waiting for your decision</Trans> <span className="tabular text-muted">{waiting.length}</span>
      </h2>
      {waiting.length === 0 && (
        <p className="text-muted">
          <Trans>Nothing waits.</Trans>
        </p>
      )}
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {waiting.map((row) => (
          <li key={row.id}>
            <AppointmentCard appointment={row} reader="provider" heading="h3">
              <EarlierVisits appointment={row} Reports={Reports} />
              <ApproveButton appointment={row} onApprove={onApprove} />
            </AppointmentCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Days({ rows }: { rows: Appointment[] }) {
  const when = useWhen();
  const days = groupsOf(rows, ({ appointment_datetime, time_zone }) =>
    when.day(new Date(appointment_datetime), time_zone),
  );
  if (days.length === 0) return null;
  return (
    <section className="grid gap-6">
      <h2 className="text-xl">
        <Trans>Your days</Trans>
      </h2>
      {days.map(([day, ofDay]) => (
        <section key={day} className="grid gap-3">
          <h3 className="text-base text-muted">{day}</h3>
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {ofDay.map((row) => (
              <li key={row.id}>
                <AppointmentCard appointment={row} reader="provider" heading="h4" />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
