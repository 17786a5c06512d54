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
import { type StayingRows, useStaying } from './decisions/use-staying.ts';

/** A patient's appointments to come: what asks for an answer, what is next, then what waits for others, then the rest. */
export function Upcoming() {
  const list = useInfiniteQuery(upcomingQuery(useApi()));
  const { onMake } = useDecisions();
  const all = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const toAnswer = all.filter(({ status, proposed_by }) => status === 'requested' && proposed_by === 'provider');
  const proposed = useStaying(toAnswer, onMake);
  const sorted = (
    <Sorted
      rows={all.filter(({ id }) => !proposed.rows.some((row) => row.id === id))}
      proposed={proposed}
      onMake={onMake}
    />
  );
  return (
    <QueryList
      list={list}
      failure={<Trans>Your appointments could not be loaded.</Trans>}
      empty={
        proposed.rows.length > 0 ? (
          sorted
        ) : (
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
        )
      }
    >
      {() => sorted}
    </QueryList>
  );
}

interface SortedProps {
  rows: Appointment[];
  proposed: StayingRows;
  onMake: StayingRows['onMake'];
}

function Sorted({ rows, proposed, onMake }: SortedProps) {
  const next = rows.find(({ is_approved }) => is_approved);
  const waiting = rows.filter(({ status }) => status === 'requested');
  const rest = rows.filter((row) => row !== next && row.is_approved);
  const actions = (row: Appointment) => (
    <>
      <ProposedFor appointment={row} reader="patient" />
      <DecideButtons appointment={row} onMake={proposed.rows.includes(row) ? proposed.onMake : onMake} />
      {!proposed.isStaying(row.id) && <ChangeButtons appointment={row} />}
    </>
  );
  return (
    <div className="grid gap-6">
      <Group title={<Trans>Waiting for your answer</Trans>} rows={proposed.rows} staying={proposed} actions={actions} />
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
  staying?: StayingRows;
}

function Group({ title, rows, actions, large = false, staying }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h3 className="text-base text-muted">{title}</h3>
      <ul ref={staying?.list} className={large ? 'grid' : 'grid items-start gap-4 md:grid-cols-2'}>
        {rows.map((row) => (
          <li key={row.id} data-row={row.id} style={{ minHeight: staying?.heightOf(row.id) }}>
            <AppointmentCard appointment={row} reader="patient" heading="h4" large={large}>
              {actions(row)}
            </AppointmentCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
