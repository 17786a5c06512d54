import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { Coming, Skeleton } from '../../../components/ui/skeleton.tsx';
import { Wrong } from '../../../components/ui/wrong.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useNow } from '../../../lib/texts/now.ts';
import { wallTimeAt } from '../../../lib/texts/zoned.ts';
import { slotsQuery } from './api.ts';
import { NothingFree } from './nothing-free.tsx';
import { SlotDayStep } from './slot-day-step.tsx';
import { SlotTimeStep } from './slot-time-step.tsx';
import { slotDays } from './slot-days.ts';

interface Props {
  provider: number;
  /** The kind of visit; the first one if absent. */
  kind?: number | undefined;
  zone: string;
  horizonDays: number;
  /** What the form calls the chosen time. */
  name: string;
  /** The start of the chosen time as the server named it; empty while there is none. */
  start: string;
  onChange: (start: string) => void;
  error: string | undefined;
  /** What follows once there is something to choose from. */
  children?: ReactNode;
}

/** Which day, and which of its free times: by the provider's clocks. */
export function SlotSteps({ provider, kind, zone, horizonDays, name, start, onChange, error, children }: Props) {
  const now = useNow();
  // A new day does not reset the page.
  const [today] = useState(() => wallTimeAt(now, zone).date);
  const list = useInfiniteQuery(slotsQuery(useApi(), { provider, kind }, today, horizonDays));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const slots = useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.slots).filter((slot) => new Date(slot.start) > now),
    [data, now],
  );
  const days = useMemo(() => slotDays(slots, zone), [slots, zone]);
  const until = data?.pages.at(-1)?.until ?? '';
  const chosenDay = start === '' ? '' : wallTimeAt(new Date(start), zone).date;
  // The address, or a draft, may name a time that is later than the weeks that have come.
  const isLater = data !== undefined && chosenDay > until && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isLater && !isFetchingNextPage) void fetchNextPage();
  }, [isLater, isFetchingNextPage, fetchNextPage]);
  // Another time that is chosen, in whichever way, leads to its own day.
  const [opened, setOpened] = useState<{ date: string; besides: string }>();

  const [first] = days;
  if (data === undefined || first === undefined) {
    return (
      <>
        {error !== undefined && <Wrong>{error}</Wrong>}
        {data !== undefined ? (
          <NothingFree horizonDays={horizonDays} />
        ) : list.error === null ? (
          <StepsComing />
        ) : (
          <LoadFailure
            title={<Trans>The free times could not be loaded.</Trans>}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        )}
      </>
    );
  }
  // A time that was taken meanwhile is not among them any more; one that is later than all of these may well be free.
  const isGone =
    start !== '' && chosenDay <= until && !slots.some((slot) => Date.parse(slot.start) === Date.parse(start));
  const wanted = opened?.besides === start ? opened.date : chosenDay;
  const day = days.find(({ date }) => date === wanted) ?? first;
  return (
    <>
      <SlotDayStep
        days={days}
        date={day.date}
        today={wallTimeAt(now, zone).date}
        onChange={(date) => setOpened({ date, besides: start })}
        list={list}
      />
      <SlotTimeStep day={day} zone={zone} name={name} start={start} isGone={isGone} onChange={onChange} error={error} />
      {children}
    </>
  );
}

function StepsComing() {
  return (
    <Coming className="grid gap-3">
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-21" />
      <Skeleton className="mt-5 h-6 w-32" />
      <Skeleton className="h-24" />
    </Coming>
  );
}
