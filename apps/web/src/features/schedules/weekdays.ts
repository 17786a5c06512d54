import { useLingui } from '@lingui/react/macro';

/** The days of a week as ISO 8601 counts them: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** What a weekday is called. */
export function useWeekdayName(): (weekday: number) => string {
  const { i18n } = useLingui();
  const format = new Intl.DateTimeFormat(`${i18n.locale}-IN`, { weekday: 'long', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return (weekday) => format.format(Date.UTC(2024, 0, weekday));
}
