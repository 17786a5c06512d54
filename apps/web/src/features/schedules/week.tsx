import { type Hours, minutesOf } from '@carecommons/contract/schedule-rules';
import type { Schedule } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { publishesHours, spanOf } from './hours.ts';
import { HoursText } from './hours-text.tsx';
import { WeekdayDialog } from './weekday-dialog.tsx';
import { useWeekdayName, weekdays } from '../../lib/texts/weekdays.ts';

interface Props extends Pick<Schedule, 'weekly' | 'dated'> {
  /** Today where the provider is. */
  today: string;
}

/** The week at a glance: seven days below each other on a phone, beside each other on a desk, each to be changed. */
export function Week({ weekly, dated, today }: Props) {
  const { t } = useLingui();
  const nameOf = useWeekdayName('long');
  const [open, setOpen] = useState<number>();
  const span = spanOf(weekly.flatMap(({ hours }) => hours));
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">
        <Trans>Your week</Trans>
      </h2>
      {!publishesHours({ weekly, dated }, today) && (
        <Notice kind="info">
          <Trans>You publish no hours yet: patients may ask for any time. With hours, they see what is free.</Trans>
        </Notice>
      )}
      <ol className="divide-y divide-line rounded-card border border-line bg-surface lg:grid lg:grid-cols-7 lg:divide-x lg:divide-y-0">
        {weekdays.map((weekday) => {
          const hours = weekly.find((day) => day.weekday === weekday)?.hours ?? [];
          const name = nameOf(weekday);
          return (
            <li
              key={weekday}
              className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 p-4 lg:grid-cols-1 lg:grid-rows-[auto_auto_1fr_auto] lg:p-3"
            >
              <h3 className="self-center font-semibold lg:text-center">{name}</h3>
              <Button
                variant="plain"
                className="-my-2 self-start lg:order-last lg:my-0"
                aria-label={t`Change ${name}`}
                onClick={() => setOpen(weekday)}
              >
                <Trans>Change</Trans>
              </Button>
              <Track hours={hours} span={span} />
              <div className="col-span-2 text-sm lg:col-span-1 lg:text-center">
                <HoursText hours={hours} />
              </div>
            </li>
          );
        })}
      </ol>
      {open !== undefined && <WeekdayDialog weekday={open} weekly={weekly} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

/** A day as a bar with its hours marked: it lies on a phone and stands on a desk. The hours stand in words below it. */
function Track({ hours, span: [first, last] }: { hours: readonly Hours[]; span: [number, number] }) {
  const part = (minutes: number) => `${((minutes / (last - first)) * 100).toFixed(2)}%`;
  return (
    <div
      aria-hidden
      className="relative col-span-2 h-2 overflow-hidden rounded-full bg-raised lg:col-span-1 lg:h-40 lg:rounded-control"
    >
      {hours.map(({ from, to }) => (
        <span
          key={from}
          style={
            { '--at': part(minutesOf(from) - first), '--long': part(minutesOf(to) - minutesOf(from)) } as CSSProperties
          }
          className="absolute inset-y-0 start-(--at) w-(--long) bg-primary lg:start-0 lg:end-0 lg:top-(--at) lg:bottom-auto lg:h-(--long) lg:w-auto lg:rounded-control"
        />
      ))}
    </div>
  );
}
