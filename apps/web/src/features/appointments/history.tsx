import type { Appointment } from '@carecommons/contract/appointments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useNow } from '../../lib/texts/now.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { historyQuery } from './api.ts';
import { AppointmentCard } from './visit/appointment-card.tsx';
import { groupsOf } from './groups.ts';

/** A patient's appointments that are over, by month. */
export function History() {
  const list = useInfiniteQuery(historyQuery(useApi()));
  return (
    <QueryList
      list={list}
      failure={<Trans>Your past appointments could not be loaded.</Trans>}
      empty={
        <EmptyState title={<Trans>No past appointments found</Trans>}>
          <Trans>Your visits stay here when their time is past.</Trans>
        </EmptyState>
      }
    >
      {(rows) => <ByMonth rows={rows} />}
    </QueryList>
  );
}

function ByMonth({ rows }: { rows: Appointment[] }) {
  const when = useWhen();
  return groupsOf(rows, ({ appointment_datetime, time_zone }) =>
    when.month(new Date(appointment_datetime), time_zone),
  ).map(([month, ofMonth]) => (
    <section key={month} className="grid gap-3 md:grid-cols-[9rem_1fr]">
      <h3 className="text-base text-muted">{month}</h3>
      <ul className="grid gap-4">
        {ofMonth.map((row) => (
          <li key={row.id}>
            <AppointmentCard appointment={row} reader="patient" heading="h4">
              <Again appointment={row} />
            </AppointmentCard>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Of a visit that would still be to come: the way to another time. */
function Again({ appointment }: { appointment: Appointment }) {
  const { t } = useLingui();
  const now = useNow();
  const { id, status, moves_id, moved_to_id, appointment_datetime, healthcare_provider: provider } = appointment;
  // Where a proposed time came to nothing, the one of before stands.
  const over = status === 'cancelled' ? moved_to_id === null : status === 'declined' || status === 'expired';
  const stands = status !== 'cancelled' && moves_id !== null;
  if (!over || stands || provider.suspended || new Date(appointment_datetime) <= now) return null;
  return (
    <ButtonLink
      to={`/appointment/${id}`}
      variant="quiet"
      className="md:justify-self-start"
      aria-label={t`Choose another time: ${provider.name}`}
    >
      <Trans>Choose another time</Trans>
    </ButtonLink>
  );
}
