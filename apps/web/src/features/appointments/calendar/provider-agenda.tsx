import type { Appointment } from '@carecommons/contract/appointments';
import { canMove } from '@carecommons/contract/appointment-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ListComing, QueryList } from '../../../components/ui/query-list.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import type { ListPage } from '../../../lib/calls/call.ts';
import { roleQuery, usePerson } from '../../../lib/session/role.ts';
import { useNow } from '../../../lib/texts/now.ts';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { requestsToAnswerQuery, upcomingOfProviderQuery, visitsToCloseQuery } from '../api.ts';
import { AppointmentCard } from '../visit/appointment-card.tsx';
import { type CalendarPosition, useCalendarView } from './use-calendar-view.ts';
import { Calendar } from './calendar.tsx';
import { ApproveSeveral } from '../decisions/approve-several.tsx';
import { ChangeButtons } from '../decisions/change-buttons.tsx';
import { groupsOf } from '../groups.ts';
import { useLiveAppointments } from '../live.ts';
import type { CompletedMove } from '../decisions/make-move.ts';
import { useDecisions } from '../decisions/use-decisions.tsx';
import { type StayingRows, useStaying } from '../decisions/use-staying.ts';
import { ViewSwitch } from './view-switch.tsx';
import { RequestActions, VisitActions } from './visit-actions.tsx';

interface Props {
  Reports: ComponentType<{ appointmentId: number }>;
}

/** What a provider has to decide, the request that expires first first, what waits for patients, and what is to come: to look at or as a list. */
export function ProviderAgenda({ Reports }: Props) {
  const api = useApi();
  const requests = useInfiniteQuery(requestsToAnswerQuery(api));
  const { role } = useSuspenseQuery(roleQuery(api)).data;
  const list = useInfiniteQuery(upcomingOfProviderQuery(api, role));
  const { onMake } = useDecisions();
  const [asked, go] = useCalendarView();
  // Nobody else has hours.
  const position: CalendarPosition = role === 'healthcare_provider' ? asked : { view: 'list' };
  const over = useInfiniteQuery({ ...visitsToCloseQuery(api), enabled: position.view === 'list' });
  useLiveAppointments();
  const waiting = useStaying(requests.data?.pages.flatMap((page) => page.rows).filter(isRequested) ?? [], onMake);
  // What is over stands above the days: they would move if it came later.
  if (list.isPending || over.isLoading) return <ListComing />;
  const rows = list.data?.pages.flatMap((page) => page.rows).filter(({ id }) => !waiting.isStaying(id)) ?? [];
  const none = list.isSuccess && rows.length === 0 && waiting.rows.length === 0;
  return (
    <div className="one-after-another grid gap-8">
      {none ? (
        <EmptyState title={<Trans>No Appointments Right Now</Trans>}>
          <Trans>Requests from patients appear here as soon as they are sent.</Trans>
        </EmptyState>
      ) : (
        <Waiting list={requests} waiting={waiting} Reports={Reports} />
      )}
      <Proposed rows={rows} />
      {(!none || role === 'healthcare_provider') && (
        <section className="grid gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id={daysId} className="text-xl">
              <Trans>Your days</Trans>
            </h2>
            {role === 'healthcare_provider' && (
              <ViewSwitch view={position.view} onChange={(view) => go({ ...position, view })} />
            )}
          </div>
          {position.view === 'list' ? (
            <>
              <ToClose list={over} onMake={onMake} />
              <QueryList list={list} failure={<Trans>Your appointments could not be loaded.</Trans>} empty={<NoDays />}>
                {() => <Days rows={rows} onMake={onMake} />}
              </QueryList>
            </>
          ) : (
            <Calendar span={position.view} day={position.day} onGo={go} onMake={onMake} Reports={Reports} />
          )}
        </section>
      )}
    </div>
  );
}

// Where there is much to decide, the days are far down.
const daysId = 'your-days';

// A request that was decided a moment ago is still among them until they are refetched.
const isRequested = ({ status }: Appointment) => status === 'requested';

interface WaitingProps extends Props {
  list: UseInfiniteQueryResult<InfiniteData<ListPage<Appointment>>>;
  waiting: StayingRows;
}

function Waiting({ list, waiting, Reports }: WaitingProps) {
  const { rows, isStaying, onMake, keep } = waiting;
  const person = usePerson();
  const now = useNow();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const approvable = rows.filter(
    (row) =>
      !isStaying(row.id) &&
      person !== undefined &&
      canMove('approve', person, row, now) &&
      !row.healthcare_provider.suspended,
  );
  const choosable = new Set(approvable.map(({ id }) => id));
  const choose = (id: number) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  const count = list.data && rows.filter(({ id }) => !isStaying(id)).length;
  const cards =
    rows.length === 0 ? (
      <p className="text-muted">
        <Trans>Nothing waits.</Trans>
      </p>
    ) : (
      <Cards rows={rows} heading="h3" staying={waiting}>
        {(row) => (
          <>
            {choosable.has(row.id) && approvable.length > 1 && (
              <Choice chosen={chosen.has(row.id)} onChange={() => choose(row.id)} row={row} />
            )}
            <RequestActions row={row} onMake={onMake} Reports={Reports} />
          </>
        )}
      </Cards>
    );
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Waiting for your decision</Trans>
        {count !== undefined && (
          <span className="tabular text-muted">
            {' '}
            {count}
            {list.hasNextPage && '+'}
          </span>
        )}
      </h2>
      {rows.length > 2 && (
        <a
          href={`#${daysId}`}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-primary"
        >
          <ArrowDown size={20} aria-hidden />
          <Trans>To your days</Trans>
        </a>
      )}
      <ApproveSeveral
        rows={approvable}
        chosen={new Set([...chosen].filter((id) => choosable.has(id)))}
        more={list.hasNextPage}
        keep={keep}
        onDone={() => setChosen(new Set())}
      />
      <QueryList list={list} failure={<Trans>The requests could not be loaded.</Trans>} empty={cards}>
        {() => cards}
      </QueryList>
    </section>
  );
}

interface ChoiceProps {
  row: Appointment;
  chosen: boolean;
  onChange: () => void;
}

/** Chooses one of several requests, to approve those that are chosen together. */
function Choice({ row, chosen, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const name = usePatientName()(row.user);
  return (
    <label className="inline-flex min-h-11 items-center gap-3 justify-self-start pe-3">
      <input
        type="checkbox"
        checked={chosen}
        onChange={onChange}
        aria-label={t`Choose: ${name}`}
        className="size-5 accent-primary"
      />
      <Trans>Choose</Trans>
    </label>
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

/** Visits that are over and wait for a word on how they went, with the way to their report. */
function ToClose({ list, onMake }: Pick<WaitingProps, 'list'> & Pick<DaysProps, 'onMake'>) {
  const isOver = ({ status }: Appointment) => status === 'approved';
  const visits = useStaying(list.data?.pages.flatMap((page) => page.rows).filter(isOver) ?? [], onMake);
  if (list.isSuccess && visits.rows.length === 0) return null;
  const cards = (
    <Cards rows={visits.rows} heading="h4" staying={visits}>
      {(row) => <VisitActions row={row} onMake={visits.onMake} />}
    </Cards>
  );
  return (
    <section className="grid gap-3">
      <h3 className="text-base text-muted">
        <Trans>Over — did the patient come?</Trans>
      </h3>
      <QueryList list={list} failure={<Trans>The visits that are over could not be loaded.</Trans>} empty={cards}>
        {() => cards}
      </QueryList>
    </section>
  );
}

interface DaysProps {
  rows: Appointment[];
  onMake: (made: CompletedMove) => void;
}

function Days({ rows, onMake }: DaysProps) {
  const when = useWhen();
  const confirmed = rows.filter(({ is_approved }) => is_approved);
  const days = groupsOf(confirmed, ({ appointment_datetime, time_zone }) =>
    when.day(new Date(appointment_datetime), time_zone),
  );
  if (days.length === 0) return <NoDays />;
  return (
    <div className="grid gap-6">
      {days.map(([day, ofDay]) => (
        <section key={day} className="grid gap-3">
          <h3 className="text-base text-muted">{day}</h3>
          <Cards rows={ofDay} heading="h4">
            {(row) => <VisitActions row={row} onMake={onMake} />}
          </Cards>
        </section>
      ))}
    </div>
  );
}

const NoDays = () => (
  <p className="text-muted">
    <Trans>No visit is confirmed yet.</Trans>
  </p>
);

interface CardsProps {
  rows: Appointment[];
  heading: 'h3' | 'h4';
  staying?: StayingRows;
  children: (row: Appointment) => ReactNode;
}

function Cards({ rows, heading, staying, children }: CardsProps) {
  return (
    <ul ref={staying?.list} className="grid items-start gap-4 lg:grid-cols-2">
      {rows.map((row) => (
        <li key={row.id} data-row={row.id} style={{ minHeight: staying?.heightOf(row.id) }}>
          <AppointmentCard appointment={row} reader="provider" heading={heading}>
            {children(row)}
          </AppointmentCard>
        </li>
      ))}
    </ul>
  );
}
