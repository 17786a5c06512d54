import { useLingui } from '@lingui/react/macro';
import { dayFormat } from './format.ts';

/** Writes days and times as people say them: "Tue 24 Nov, 10:30"; the year only where it is not this one. */
export function useWhen() {
  const { t, i18n } = useLingui();
  const partsOf = (instant: Date, zone: string, options: Intl.DateTimeFormatOptions) => {
    const parts = dayFormat(i18n, zone, options).formatToParts(instant);
    return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<string, string>;
  };

  function dayParts(instant: Date, zone: string) {
    const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
    const { weekday = '', day: date = '', month = '', year = '' } = partsOf(instant, zone, options);
    return { weekday, date, month, year };
  }

  function day(instant: Date, zone: string): string {
    const { weekday, date, month, year } = dayParts(instant, zone);
    const thisYear = partsOf(new Date(), zone, { year: 'numeric' }).year;
    return year === thisYear ? t`${weekday} ${date} ${month}` : t`${weekday} ${date} ${month} ${year}`;
  }

  function time(instant: Date, zone: string): string {
    const { hour, minute } = partsOf(instant, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    return `${hour}:${minute}`;
  }

  return {
    dayParts,
    day,
    time,
    moment: (instant: Date, zone: string) => t`${day(instant, zone)}, ${time(instant, zone)}`,
    month: (instant: Date, zone: string) => dayFormat(i18n, zone, { month: 'long', year: 'numeric' }).format(instant),
    zoneName: (instant: Date, zone: string) => partsOf(instant, zone, { timeZoneName: 'long' }).timeZoneName ?? zone,
  };
}
