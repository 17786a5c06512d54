import { useLingui } from '@lingui/react/macro';
import { weekdayName } from '../../lib/texts/format.ts';

/** The days of a week as ISO 8601 counts them: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** What a weekday is called. */
export function useWeekdayName(): (weekday: number) => string {
  const { i18n } = useLingui();
  return (weekday) => weekdayName(i18n, weekday, 'long');
}
