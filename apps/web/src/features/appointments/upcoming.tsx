import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { upcomingQuery } from './api.ts';
import { AppointmentCard } from './appointment-card.tsx';

/** A patient's appointments to come: what is next, then what waits for an answer, then the rest. */
export function Upcoming() {
  const list = useInfiniteQuery(upcomingQuery(useApi()));
  return (
    <PagedList
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
    </PagedList>
  );
}

function Sorted({ rows }: { rows: Appointment[] }) {
  const next = rows.find(({ is_approved }) => is_approved);
  const waiting = rows.filter(({ status }) => status === 'requested');
  const rest = rows.filter((row) => row !== next && row.status !== 'requested');
  return (
    <div className="grid gap-6">
      {next && <Group title={<Trans>Next</Trans>} rows={[next]} large />}
      {waiting.length > 0 && <Group title={<Trans>Waiting for an answer</Trans>} rows={waiting} />}
      {rest.length > 0 && <Group title={<Trans>After that</Trans>} rows={rest} />}
    </div>
  );
}

function Group({ title, rows, large = false }: { title: ReactNode; rows: Appointment[]; large?: boolean }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-base text-muted">{title}</h3>
      <ul className={large ? 'grid' : 'grid items-start gap-4 md:grid-cols-2'}>
        {rows.map((row) => (
          <li key={row.id}>
            <AppointmentCard appointment={row} reader="patient" heading="h4" large={large} />
          </li>
        ))}
      </ul>
    </section>
  );
}
