import { useLingui } from '@lingui/react/macro';

/** The days of a week as ISO 8601 counts them: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** What a weekday is called in short. */
export function useShortWeekday(): (weekday: number) => string {
  const { i18n } = useLingui();
  const format = new Intl.DateTimeFormat(`${i18n.locale}-IN`, { weekday: 'short', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return (weekday) => format.format(Date.UTC(2024, 0, weekday));
}
