import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { upcomingQuery } from './api.ts';
import { AppointmentCard } from './visit/appointment-card.tsx';
import { ChangeButtons } from './decisions/change-buttons.tsx';
import { DecideButtons } from './decisions/decide-buttons.tsx';
import { ProposedFor } from './visit/proposal.tsx';
import { useDecisions } from './decisions/use-decisions.tsx';

/** A patient's appointments to come: what asks for an answer, what is next, then what waits for others, then the rest. */
export function Upcoming() {
  const list = useInfiniteQuery(upcomingQuery(useApi()));
  return (
    <QueryList
      list={list}
      failure={<Trans>Your appointments could not be loaded.</Trans>}
      empty={
        <EmptyState
          title={<Trans>No upcoming appointments scheduled</Trans>}
          action={
            <ButtonLink to="/providers">
              <Trans>Find a provider</Trans>
            </ButtonLink>
          }
        >
          <Trans>Choose a provider and ask for a time. You see here whether it is confirmed.</Trans>
        </EmptyState>
      }
    >
      {(rows) => <Sorted rows={rows} />}
    </QueryList>
  );
}

function Sorted({ rows }: { rows: Appointment[] }) {
  const { onMake } = useDecisions();
  const next = rows.find(({ is_approved }) => is_approved);
  const requested = rows.filter(({ status }) => status === 'requested');
  const proposed = requested.filter(({ proposed_by }) => proposed_by === 'provider');
  const waiting = requested.filter(({ proposed_by }) => proposed_by === 'patient');
  const rest = rows.filter((row) => row !== next && row.is_approved);
  const actions = (row: Appointment) => (
    <>
      <ProposedFor appointment={row} reader="patient" />
      <DecideButtons appointment={row} onMake={onMake} />
      <ChangeButtons appointment={row} />
    </>
  );
  return (
    <div className="grid gap-6">
      <Group title={<Trans>Waiting for your answer</Trans>} rows={proposed} actions={actions} />
      <Group title={<Trans>Next</Trans>} rows={next ? [next] : []} actions={actions} large />
      <Group title={<Trans>Waiting for an answer</Trans>} rows={waiting} actions={actions} />
      <Group title={<Trans>After that</Trans>} rows={rest} actions={actions} />
    </div>
  );
}

interface GroupProps {
  title: ReactNode;
  rows: Appointment[];
  actions: (row: Appointment) => ReactNode;
  large?: boolean;
}

function Group({ title, rows, actions, large = false }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h3 className="text-base text-muted">{title}</h3>
      <ul className={large ? 'grid' : 'grid items-start gap-4 md:grid-cols-2'}>
        {rows.map((row) => (
          <li key={row.id}>
            <AppointmentCard appointment={row} reader="patient" heading="h4" large={large}>
              {actions(row)}
            </AppointmentCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
