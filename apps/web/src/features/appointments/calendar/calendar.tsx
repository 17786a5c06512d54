import type { ProviderDays } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/ui/button.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { Coming, Skeleton } from '../../../components/ui/skeleton.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { daysOf } from '../../../lib/texts/format.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { dayFrom, isOwnTime } from '../../../lib/texts/zoned.ts';
import { providerDaysQuery } from '../api.ts';
import { AppointmentCard } from '../visit/appointment-card.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import type { CalendarPosition } from './use-calendar-view.ts';
import { RequestActions, VisitActions } from './visit-actions.tsx';
import { VisitPanel } from './visit-panel.tsx';
import type { CompletedMove } from '../decisions/make-move.ts';

interface Props {
  span: 'day' | 'week';
  /** Today if absent. */
  day: string | undefined;
  onGo: (position: CalendarPosition) => void;
  onMake: (made: CompletedMove) => void;
  Reports: ComponentType<{ appointmentId: number }>;
}

/** A provider's day or week to look at: what is asked for and confirmed, hours, leave, and the line of now. */
export function Calendar({ span, day, onGo, onMake, Reports }: Props) {
  const { data, error, refetch } = useQuery(providerDaysQuery(useApi(), span, day));
  const calendar = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<number>();
  if (data === undefined && error !== null) {
    return (
      <LoadFailure
        title={<Trans>Your calendar could not be loaded.</Trans>}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) {
    return (
      <Coming>
        <Skeleton className="h-200" />
      </Coming>
    );
  }
  const shown = day ?? data.today;
  const days = span === 'week' ? 7 : 1;
  function go(position: CalendarPosition) {
    setOpen(undefined);
    onGo(position);
  }
  const turn = (by: 1 | -1) => go({ view: span, day: dayFrom(shown, by * days) });
  const visit = data.visits.find(({ id }) => id === open);
  function close(back: boolean) {
    const pressed = calendar.current?.querySelector<HTMLElement>(`[data-visit="${open}"]`);
    // What is said of it at the foot of the window takes the focus, which a panel would hold.
    flushSync(() => setOpen(undefined));
    if (back) pressed?.focus();
  }
  function make(made: CompletedMove) {
    close(false);
    onMake(made);
  }
  return (
    <div ref={calendar} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Turn span={span} onTurn={turn} />
        <Button variant="quiet" onClick={() => go({ view: span })}>
          {span === 'week' ? <Trans>This week</Trans> : <Trans>Today</Trans>}
        </Button>
        <Title days={data} />
      </div>
      <CalendarGrid
        days={data}
        open={open}
        onOpen={({ id }) => setOpen(id)}
        onTurn={turn}
        onDay={(one) => go({ view: 'day', day: one })}
      />
      {visit && (
        <VisitPanel key={visit.id} onClose={close}>
          <AppointmentCard appointment={visit} reader="provider" heading="h3">
            {visit.status === 'requested' ? (
              <RequestActions row={visit} onMake={make} Reports={Reports} />
            ) : (
              <VisitActions row={visit} onMake={make} />
            )}
          </AppointmentCard>
        </VisitPanel>
      )}
    </div>
  );
}

/** The ways to the days before and after. */
function Turn({ span, onTurn }: { span: 'day' | 'week'; onTurn: (by: 1 | -1) => void }) {
  const { t } = useLingui();
  return (
    <div className="inline-flex">
      <Button
        variant="plain"
        aria-label={span === 'week' ? t`The week before` : t`The day before`}
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft size={20} className="rtl:rotate-180" aria-hidden />
      </Button>
      <Button
        variant="plain"
        aria-label={span === 'week' ? t`The week after` : t`The day after`}
        onClick={() => onTurn(1)}
      >
        <ChevronRight size={20} className="rtl:rotate-180" aria-hidden />
      </Button>
    </div>
  );
}

/** Which days they are, said again whenever they are others; and the zone where it is not that of this device. */
function Title({ days: { days, time_zone: zone, today } }: { days: ProviderDays }) {
  const { i18n, t } = useLingui();
  const when = useWhen();
  const [first, last] = [days[0], days.at(-1)].map((one) => new Date(one?.starts_at ?? 0)) as [Date, Date];
  const isToday = days.length === 1 && days[0]?.day === today;
  return (
    <p role="status" className="grow font-semibold">
      {days.length > 1 ? daysOf(i18n, first, last, zone) : when.day(first, zone)}
      {isToday && ` · ${t`Today`}`}
      {!isOwnTime(first, zone) && (
        <span className="block text-sm font-normal text-muted">{when.zoneName(first, zone)}</span>
      )}
    </p>
  );
}
