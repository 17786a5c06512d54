import { useLingui } from '@lingui/react/macro';
import { dayParts, monthOf, zoneName } from './format.ts';
import { wallTimeAt } from './zoned.ts';

/** Writes days and times as people say them: "Tue 24 Nov, 10:30"; the year only where it is not this one. */
export function useWhen() {
  const { t, i18n } = useLingui();

  function day(instant: Date, zone: string): string {
    const { weekday, date, month, year } = dayParts(i18n, instant, zone);
    const isThisYear = wallTimeAt(new Date(), zone).date.startsWith(`${year}-`);
    return isThisYear ? t`${weekday} ${date} ${month}` : t`${weekday} ${date} ${month} ${year}`;
  }

  const time = (instant: Date, zone: string): string => wallTimeAt(instant, zone).time;

  return {
    dayParts: (instant: Date, zone: string) => dayParts(i18n, instant, zone),
    day,
    time,
    moment: (instant: Date, zone: string) => t`${day(instant, zone)}, ${time(instant, zone)}`,
    month: (instant: Date, zone: string) => monthOf(i18n, instant, zone),
    zoneName: (instant: Date, zone: string) => zoneName(i18n, instant, zone),
  };
}
