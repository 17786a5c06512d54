import type { Appointment } from '@carecommons/contract/appointments';
import type { ProviderDays } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, useId, useRef, useState } from 'react';
import { useNow } from '../../../lib/texts/now.ts';
import { useSwipe } from '../../../lib/swipe.ts';
import { useHeard } from '../../../lib/calls/use-heard.ts';
import { CalendarDay, type Drawn } from './calendar-day.tsx';
import { onCalendarKey } from './calendar-keys.ts';
import { CalendarVisit, type Spot } from './calendar-visit.tsx';
import { axisOf, partOf } from './day-axis.ts';
import { sideBySide } from './side-by-side.ts';

interface Props {
  days: ProviderDays;
  /** The visit that is open. */
  open: number | undefined;
  onOpen: (visit: Appointment) => void;
  /** To the days after these, or before them. */
  onTurn: (by: 1 | -1) => void;
  onDay: (day: string) => void;
}

// In minutes: what is shorter is drawn as if it were as long, so that it can be pressed.
const shortestDrawn = 10;

/** Days on a grid of hours: seven beside each other on a desk, below each other on a phone; or one. */
export function CalendarGrid({ days: { days, time_zone: zone, today, publishes_hours, visits }, ...props }: Props) {
  const { open, onOpen, onTurn, onDay } = props;
  const { t } = useLingui();
  const id = useId();
  const now = useNow();
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const swipe = useSwipe((forward) => onTurn(forward ? 1 : -1));
  useHeard(grid, 'keydown', (event, calendar) => onCalendarKey(event, calendar, onTurn));
  const narrow = days.length > 1;
  const axis = axisOf(days, zone);
  const lengths = visits.map(
    ({ appointment_datetime: at, ends_at }) => (Date.parse(ends_at) - Date.parse(at)) / 60_000,
  );
  const shortest = Math.max(shortestDrawn, Math.min(30, ...lengths));
  const drawn = days.map((day) => {
    const of: Drawn[] = visits
      .filter((visit) => isWithin(visit, day))
      .map((visit) => {
        const from = axis.position(day, Date.parse(visit.appointment_datetime));
        return { visit, from, to: Math.max(axis.position(day, Date.parse(visit.ends_at), 'end'), from + shortest) };
      });
    return { day, visits: of };
  });
  const hours = days.flatMap((day) =>
    day.hours.map(({ start, end }) => ({
      from: axis.position(day, Date.parse(start)),
      to: axis.position(day, Date.parse(end), 'end'),
    })),
  );
  const part = partOf(axis, [...hours, ...drawn.flatMap((day) => day.visits)]);
  const share = (minutes: number) => `${(((minutes - part.from) / (part.to - part.from)) * 100).toFixed(3)}%`;
  const keyOf = (day: string, visit: Appointment) => `${day} ${visit.id}`;
  const all = drawn.flatMap((one) => one.visits.map(({ visit }) => ({ key: keyOf(one.day.day, visit), visit })));
  const reachable =
    all.find(({ key }) => key === focused) ?? all.find(({ visit }) => new Date(visit.ends_at) > now) ?? all[0];
  const size = {
    '--shortest': narrow ? shortest * ofTwoLines : shortest,
    '--hours': (part.to - part.from) / 60,
  } as CSSProperties;
  return (
    <div className="grid gap-2">
      <div
        ref={grid}
        role="group"
        aria-label={t`Calendar`}
        aria-describedby={id}
        tabIndex={-1}
        style={size}
        {...(narrow ? {} : swipe)}
        className={`${hourHeights} ${narrow ? 'rounded-card border border-line bg-surface md:grid md:grid-cols-[3.5rem_minmax(0,1fr)] md:bg-raised' : 'grid touch-pan-y grid-cols-[3.5rem_minmax(0,1fr)]'}`}
      >
        <Hours hours={axis.hours.filter(({ at }) => at >= part.from && at <= part.to)} share={share} narrow={narrow} />
        <ol
          className={
            narrow
              ? 'divide-y divide-line md:grid md:grid-cols-7 md:grid-rows-[auto_var(--tall)] md:divide-y-0'
              : 'rounded-card bg-raised'
          }
        >
          {drawn.map(({ day, visits: ofDay }) => (
            <CalendarDay
              key={day.day}
              day={day}
              zone={zone}
              today={day.day === today}
              publishes={publishes_hours}
              narrow={narrow}
              partAt={(instant, is) => share(axis.position(day, instant, is))}
              visits={sideBySide(ofDay)}
              onOpen={narrow ? () => onDay(day.day) : undefined}
            >
              {({ item, lane, lanes }) => {
                const key = keyOf(day.day, item.visit);
                const spot: Spot = {
                  '--at': share(item.from),
                  '--long': share(item.to - item.from + part.from),
                  '--lane': `${(lane / lanes) * 100}%`,
                  '--wide': `${100 / lanes}%`,
                };
                return (
                  <CalendarVisit
                    visit={item.visit}
                    zone={zone}
                    spot={spot}
                    narrow={narrow}
                    open={open === item.visit.id}
                    reachable={key === reachable?.key}
                    onFocus={() => setFocused(key)}
                    onOpen={() => onOpen(item.visit)}
                  />
                );
              }}
            </CalendarDay>
          ))}
        </ol>
      </div>
      <p id={id} className="text-sm text-muted max-md:sr-only">
        {narrow ? (
          <Trans>Arrow keys lead from visit to visit, Page Up and Page Down to the weeks before and after.</Trans>
        ) : (
          <Trans>Arrow keys lead from visit to visit, Page Up and Page Down to the days before and after.</Trans>
        )}
      </p>
    </div>
  );
}

// In a week the patient stands below the time, which takes 38 pixels; 28 are enough for both in one line.
const ofTwoLines = 28 / 38;

// The shortest visit is high enough for its words, and under a finger to be pressed.
const hourHeights =
  '[--hour:max(4.5rem,calc(1.75rem*60/var(--shortest)))] pointer-coarse:[--hour:max(5.5rem,calc(2.75rem*60/var(--shortest)))] [--tall:calc(var(--hour)*var(--hours))]';

const isWithin = ({ appointment_datetime: at, ends_at }: Appointment, day: { starts_at: string; ends_at: string }) =>
  Date.parse(at) < Date.parse(day.ends_at) && Date.parse(ends_at) > Date.parse(day.starts_at);

interface HoursProps {
  hours: { at: number; time: string }[];
  share: (minutes: number) => string;
  narrow: boolean;
}

/** The hours beside the grid. Each visit says its own time. */
function Hours({ hours, share, narrow }: HoursProps) {
  return (
    <div aria-hidden className={`flex flex-col justify-end ${narrow ? 'max-md:hidden' : ''}`}>
      <div className="relative h-(--tall)">
        {hours.map(({ at, time }) => (
          <span
            key={at}
            style={{ '--at': share(at) } as CSSProperties}
            className="tabular absolute end-2 top-(--at) -translate-y-1/2 text-xs text-muted first:translate-y-0 last:-translate-y-full"
          >
            {time}
          </span>
        ))}
      </div>
    </div>
  );
}
