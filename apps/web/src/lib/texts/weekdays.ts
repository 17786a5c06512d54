import { useLingui } from '@lingui/react/macro';
import { weekdayName } from './format.ts';

/** The days of a week as ISO 8601 numbers them: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Returns the function that names a weekday in the language of the page. */
export function useWeekdayName(length: 'short' | 'long'): (weekday: number) => string {
  const { i18n } = useLingui();
  return (weekday) => weekdayName(i18n, weekday, length);
}
