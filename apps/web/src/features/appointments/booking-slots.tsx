import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { wallTimeAt } from '../../lib/zoned.ts';
import { slotsQuery } from './booking-api.ts';
import { NothingFree } from './booking-nothing-free.tsx';
import { SlotDayStep } from './booking-slot-days.tsx';
import { SlotTimeStep } from './booking-slot-times.tsx';
import { slotDays } from './slot-days.ts';

interface Props {
  provider: number;
  zone: string;
  horizonDays: number;
  /** The start of the chosen time as the server named it; empty while there is none. */
  start: string;
  onChange: (start: string) => void;
  error: string | undefined;
}

/** Which day, and which of its free times: by the reader's clocks. */
export function SlotSteps({ provider, zone, horizonDays, start, onChange, error }: Props) {
  const now = useNow();
  // A new day does not begin the page anew.
  const [today] = useState(() => wallTimeAt(now, zone).date);
  const list = useInfiniteQuery(slotsQuery(useApi(), provider, today, horizonDays));
  const [opened, setOpened] = useState<string>();
  if (list.data === undefined && list.error !== null) {
    return (
      <LoadFailure
        title={<Trans>The free times could not be loaded.</Trans>}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.data === undefined) return <Coming />;

  const slots = list.data.pages.flatMap((page) => page.slots).filter((slot) => new Date(slot.start) > now);
  const days = slotDays(slots);
  const [first] = days;
  if (first === undefined) return <NothingFree horizonDays={horizonDays} />;
  // A time that was taken meanwhile is not among them any more; one that is later than all of these may well be free.
  const until = list.data.pages.at(-1)?.until ?? '';
  const isGone =
    start !== '' &&
    wallTimeAt(new Date(start), zone).date <= until &&
    !slots.some((slot) => Date.parse(slot.start) === Date.parse(start));
  const wanted = opened ?? (start === '' ? undefined : wallTimeAt(new Date(start)).date);
  const day = days.find(({ date }) => date === wanted) ?? first;
  return (
    <>
      <SlotDayStep days={days} date={day.date} onChange={setOpened} list={list} />
      <SlotTimeStep day={day} zone={zone} start={start} isGone={isGone} onChange={onChange} error={error} />
    </>
  );
}

function Coming() {
  return (
    <div className="grid gap-3" aria-busy="true">
      <p className="sr-only" role="status">
        <Trans>Loading…</Trans>
      </p>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-21" />
      <Skeleton className="mt-5 h-6 w-32" />
      <Skeleton className="h-24" />
    </div>
  );
}
