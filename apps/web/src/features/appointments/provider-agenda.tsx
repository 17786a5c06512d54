import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { roleQuery } from '../../lib/role.ts';
import { useWhen } from '../../lib/when.ts';
import { upcomingOfProviderQuery } from './api.ts';
import { AppointmentCard } from './appointment-card.tsx';
import { ChangeButtons } from './change-buttons.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { EarlierVisits } from './earlier-visits.tsx';
import { groupsOf } from './groups.ts';
import { useLiveAppointments } from './live.ts';
import type { Made } from './moves.ts';
import { OutcomeButtons } from './outcome-buttons.tsx';
import { ProposedFor } from './proposal.tsx';
import { useDeciding } from './use-deciding.tsx';

interface Props {
  Reports: ComponentType<{ appointmentId: number }>;
}

/** What a provider has to decide, oldest request first, what waits for patients, and what is to come, day by day. */
export function ProviderAgenda({ Reports }: Props) {
  const api = useApi();
  const { role } = useSuspenseQuery(roleQuery(api)).data;
  const list = useInfiniteQuery(upcomingOfProviderQuery(api, role));
  const { onMake } = useDeciding();
  useLiveAppointments();
  return (
    <>
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
            <Waiting rows={rows} onMake={onMake} Reports={Reports} />
            <Proposed rows={rows} />
            <Days rows={rows} onMake={onMake} />
          </div>
        )}
      </PagedList>
    </>
  );
}

interface RowsProps {
  rows: Appointment[];
  onMake: (made: Made) => void;
}

function Waiting({ rows, onMake, Reports }: RowsProps & Props) {
  const waiting = rows
    .filter(({ status, proposed_by }) => status === 'requested' && proposed_by === 'patient')
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
      <Cards rows={waiting} heading="h3">
        {(row) => (
          <>
            <EarlierVisits appointment={row} Reports={Reports} />
            <DecideButtons appointment={row} onMake={onMake} />
            <Change row={row} rows={rows} />
          </>
        )}
      </Cards>
    </section>
  );
}

/** Times that were offered to patients. */
function Proposed({ rows }: { rows: Appointment[] }) {
  const proposed = rows.filter(({ status, proposed_by }) => status === 'requested' && proposed_by === 'provider');
  if (proposed.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Waiting for a patient's answer</Trans>
      </h2>
      <Cards rows={proposed} heading="h3">
        {(row) => <ChangeButtons appointment={row} />}
      </Cards>
    </section>
  );
}

function Days({ rows, onMake }: RowsProps) {
  const when = useWhen();
  const confirmed = rows.filter(({ is_approved }) => is_approved);
  const days = groupsOf(confirmed, ({ appointment_datetime, time_zone }) =>
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
          <Cards rows={ofDay} heading="h4">
            {(row) => (
              <>
                <OutcomeButtons appointment={row} onMake={onMake} />
                <Change row={row} rows={rows} />
              </>
            )}
          </Cards>
        </section>
      ))}
    </section>
  );
}

/** Another time for one of the rows, or none; or the time that is proposed for it already. */
function Change({ row, rows }: { row: Appointment; rows: Appointment[] }) {
  const proposal = rows.find(({ moves_id, status }) => moves_id === row.id && status === 'requested');
  return (
    <>
      {proposal && <ProposedFor proposal={proposal} reader="provider" />}
      <ChangeButtons appointment={row} proposed={proposal !== undefined} />
    </>
  );
}

interface CardsProps {
  rows: Appointment[];
  heading: 'h3' | 'h4';
  children: (row: Appointment) => ReactNode;
}

function Cards({ rows, heading, children }: CardsProps) {
  return (
    <ul className="grid items-start gap-4 lg:grid-cols-2">
      {rows.map((row) => (
        <li key={row.id}>
          <AppointmentCard appointment={row} reader="provider" heading={heading}>
            {children(row)}
          </AppointmentCard>
        </li>
      ))}
    </ul>
  );
}
