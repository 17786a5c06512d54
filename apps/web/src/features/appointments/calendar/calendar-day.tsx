import type { Appointment } from '@carecommons/contract/appointments';
import type { ProviderDays } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { useNow } from '../../../lib/texts/now.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import type { InLane } from './side-by-side.ts';

type Day = ProviderDays['days'][number];

/** A visit with where it is drawn on the axis, in minutes. */
export interface Drawn {
  visit: Appointment;
  from: number;
  to: number;
}

interface Props {
  day: Day;
  zone: string;
  today: boolean;
  publishes: boolean;
  narrow: boolean;
  /** Where on the axis an instant of this day is, as a part of what is drawn. */
  partAt: (instant: number, is?: 'start' | 'end') => string;
  visits: readonly InLane<Drawn>[];
  /** The way to this day alone. */
  onOpen?: (() => void) | undefined;
  children: (drawn: InLane<Drawn>) => ReactNode;
}

/** A day of the calendar: its name and its hours in words, then its visits, the first one first. */
export function CalendarDay({ day, zone, today, publishes, narrow, partAt, visits, onOpen, children }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  const starts = new Date(day.starts_at);
  const name = when.day(starts, zone);
  const { weekday, date } = when.dayParts(starts, zone);
  const rows = narrow ? 'grid gap-2 md:grid-rows-subgrid md:row-span-2 md:gap-0' : 'grid gap-2';
  return (
    <li data-day={day.day} className={`min-w-0 ${rows} ${narrow ? 'p-3 md:p-0' : ''}`}>
      <div
        className={
          narrow ? 'flex flex-wrap items-center gap-x-3 md:grid md:content-start md:justify-items-center md:p-1' : ''
        }
      >
        {onOpen === undefined ? (
          <h3 className="sr-only">{name}</h3>
        ) : (
          <h3 className="flex items-center gap-1 font-semibold">
            <button
              type="button"
              aria-label={t`Show ${name}`}
              onClick={onOpen}
              className={`inline-flex min-h-11 items-center gap-1 rounded-control px-2 hover:bg-raised max-md:-ms-2 ${today ? 'text-primary' : ''}`}
            >
              {weekday} <span className={today ? 'rounded-full bg-primary px-2 text-on-primary' : ''}>{date}</span>
            </button>
            {today && (
              <span className="text-primary md:sr-only">
                <Trans>Today</Trans>
              </span>
            )}
          </h3>
        )}
        <DayInWords day={day} zone={zone} publishes={publishes} narrow={narrow} />
      </div>
      <div className={narrow ? 'min-w-0 md:relative md:border-s md:border-line' : 'relative h-(--tall) border-s'}>
        <Ground day={day} publishes={publishes} narrow={narrow} partAt={partAt} />
        {visits.length === 0 ? (
          <p className={narrow ? 'text-sm text-muted md:sr-only' : 'sr-only'}>
            <Trans>No visits.</Trans>
          </p>
        ) : (
          <ol className="grid gap-1">
            {visits.map((drawn) => (
              <li key={drawn.item.visit.id} className={narrow ? 'grid md:contents' : 'contents'}>
                {children(drawn)}
              </li>
            ))}
          </ol>
        )}
        {today && <NowLine day={day} narrow={narrow} partAt={partAt} />}
      </div>
    </li>
  );
}

/** When patients are seen on a day and when the provider is away, in words. */
function DayInWords({ day, zone, publishes, narrow }: Pick<Props, 'day' | 'zone' | 'publishes' | 'narrow'>) {
  const when = useWhen();
  const end = Date.parse(day.ends_at);
  const textOf = ({ start, end: until }: { start: string; end: string }) =>
    `${when.time(new Date(start), zone)}–${Date.parse(until) === end ? '24:00' : when.time(new Date(until), zone)}`;
  return (
    <ul
      className={`tabular flex flex-wrap gap-x-3 text-sm text-muted ${narrow ? 'md:grid md:justify-items-center md:text-xs' : 'px-2 py-1'}`}
    >
      {day.hours.map((hours) => (
        <li key={hours.start} className="whitespace-nowrap">
          {textOf(hours)}
        </li>
      ))}
      {publishes && day.hours.length === 0 && (
        <li>
          <Trans>Closed</Trans>
        </li>
      )}
      {day.leaves.map((leave) => (
        <li key={leave.start} className="font-semibold whitespace-nowrap text-ink">
          <Trans>Leave {textOf(leave)}</Trans>
        </li>
      ))}
    </ul>
  );
}

/** What lies under the visits: the hours in which patients are seen, and leave. The words for it stand at the day's head. */
function Ground({ day, publishes, narrow, partAt }: Pick<Props, 'day' | 'publishes' | 'narrow' | 'partAt'>) {
  const spot = ({ start, end }: { start: string; end: string }) =>
    ({ '--at': partAt(Date.parse(start)), '--end': partAt(Date.parse(end), 'end') }) as CSSProperties;
  const whole = [{ start: day.starts_at, end: day.ends_at }];
  const across = 'absolute inset-x-0 top-(--at) bottom-[calc(100%-var(--end))]';
  return (
    <div aria-hidden className={`absolute inset-0 overflow-hidden ${narrow ? 'max-md:hidden' : ''}`}>
      {(publishes ? day.hours : whole).map((open) => (
        <span key={open.start} style={spot(open)} className={`${across} bg-surface`} />
      ))}
      <span className="absolute inset-0 bg-[repeating-linear-gradient(to_bottom,var(--color-line)_0_1px,transparent_1px_var(--hour))]" />
      {day.leaves.map((leave) => (
        <span
          key={leave.start}
          style={spot(leave)}
          className={`${across} bg-[repeating-linear-gradient(135deg,var(--color-line)_0_2px,var(--color-raised)_2px_10px)]`}
        />
      ))}
    </div>
  );
}

/** Where it is now, if that is drawn. The day's head says that it is today. */
function NowLine({ day, narrow, partAt }: Pick<Props, 'day' | 'narrow' | 'partAt'>) {
  const now = useNow().getTime();
  if (now < Date.parse(day.starts_at) || now >= Date.parse(day.ends_at)) return null;
  return (
    <div
      aria-hidden
      className={`pointer-events-none absolute inset-0 z-10 overflow-y-clip ${narrow ? 'max-md:hidden' : ''}`}
    >
      <span
        data-now
        style={{ '--at': partAt(now) } as CSSProperties}
        className="absolute inset-x-0 top-(--at) border-t-2 border-danger before:absolute before:-start-1 before:-top-[5px] before:size-2 before:rounded-full before:bg-danger"
      />
    </div>
  );
}
