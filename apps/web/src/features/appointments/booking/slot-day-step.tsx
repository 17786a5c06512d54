import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useWhen } from '../../../lib/texts/when.ts';
import { ChoiceChip } from './choice-chip.tsx';
import type { SlotDay } from './slot-days.ts';

interface Props {
  days: SlotDay[];
  /** The day whose times are shown. */
  date: string;
  /** What day it is there. */
  today: string;
  onChange: (date: string) => void;
  /** The weeks that have come so far. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
}

/** The days on which something is free, each with how much. */
export function SlotDayStep({ days, date, today, onChange, list }: Props) {
  const { t } = useLingui();
  const strip = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number>(undefined);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  // Focus goes from the button to the first of the days that came, or to the last one where none did.
  useEffect(() => {
    if (focusFrom.current === undefined || isFetchingNextPage || isFetchNextPageError) return;
    const radios = strip.current?.querySelectorAll('input');
    (radios?.[focusFrom.current] ?? radios?.[radios.length - 1])?.focus();
    focusFrom.current = undefined;
  }, [days.length, isFetchingNextPage, isFetchNextPageError]);
  // The page stays where it is: somebody may have chosen the day elsewhere on it.
  useEffect(() => {
    const chip = strip.current?.querySelector('input:checked')?.parentElement;
    if (strip.current && chip) scrollTo(strip.current, chip);
  }, [date]);
  const showLater = () => {
    if (isFetchingNextPage) return;
    focusFrom.current = days.length;
    void list.fetchNextPage();
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-lg font-semibold">
        <Trans>1. Which day?</Trans>
      </legend>
      <div
        ref={strip}
        role="radiogroup"
        aria-label={t`Days with free times`}
        className="-mx-1 flex gap-2 overflow-auto p-1 md:grid md:max-h-79 md:auto-rows-max md:grid-cols-[repeat(auto-fill,minmax(5rem,1fr))]"
      >
        {days.map((day) => (
          <ChoiceChip
            key={day.date}
            name="day"
            value={day.date}
            checked={day.date === date}
            onChange={() => onChange(day.date)}
          >
            <Day day={day} isToday={day.date === today} />
          </ChoiceChip>
        ))}
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
        {hasNextPage && (
          <Button variant="quiet" onClick={showLater} aria-disabled={isFetchingNextPage}>
            {isFetchingNextPage ? <Trans>Loading…</Trans> : <Trans>Later days</Trans>}
          </Button>
        )}
        <p role="status" className={isFetchNextPageError ? 'text-sm text-danger' : 'text-sm text-muted'}>
          {isFetchNextPageError && <Trans>Later days could not be loaded. Please try again.</Trans>}
          {!hasNextPage && <Trans>Later days cannot be requested yet.</Trans>}
        </p>
      </div>
    </fieldset>
  );
}

/** Scrolls what is in a box into its middle, where it is not wholly in sight; nothing around the box moves. */
function scrollTo(box: HTMLElement, what: HTMLElement) {
  const [around, inner] = [box.getBoundingClientRect(), what.getBoundingClientRect()];
  const apart = (from: 'left' | 'top', to: 'right' | 'bottom') =>
    inner[from] < around[from] || inner[to] > around[to]
      ? (inner[from] + inner[to] - around[from] - around[to]) / 2
      : 0;
  box.scrollBy({ left: apart('left', 'right'), top: apart('top', 'bottom') });
}

function Day({ day: { date, times }, isToday }: { day: SlotDay; isToday: boolean }) {
  const { weekday, date: dayOfMonth, month } = useWhen().dayParts(new Date(date), 'UTC');
  return (
    <>
      <span className="text-xs">{isToday ? <Trans>Today</Trans> : weekday}</span>{' '}
      <span className="tabular text-lg leading-tight font-semibold">{dayOfMonth}</span>{' '}
      <span className="text-xs">{month}</span>{' '}
      <span className="tabular text-xs whitespace-nowrap">
        <Plural value={times.length} one="# free" other="# free" />
      </span>
    </>
  );
}
