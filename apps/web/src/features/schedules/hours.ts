import { type Hours, minutesOf } from '@carecommons/contract/schedule-rules';
import type { Schedule } from '@carecommons/contract/schedules';

/** One time of a day while it is being filled in; `key` tells it from the others. */
export interface HoursRow extends Hours {
  key: number;
}

export type WrongHours = 'backwards' | 'overlapping';

// No input shows 24:00.
const midnight = { asInput: '00:00', asEnd: '24:00' } as const;
const minutesOfDay = 1440;

/** Hours as inputs take them. */
export function rowsOf(hours: readonly Hours[]): HoursRow[] {
  return hours.map(({ from, to }, key) => ({ key, from, to: to === midnight.asEnd ? midnight.asInput : to }));
}

/** What was filled in as hours, in their order; an end at 00:00 is that of the day. */
export function hoursOf(rows: readonly Hours[]): Hours[] {
  return rows.map(({ from, to }) => ({ from, to: endOf(to) })).toSorted((one, other) => startOf(one) - startOf(other));
}

/** What is wrong with which of the times: it ends before it begins, or an earlier one goes into it. */
export function wrongHours(rows: readonly HoursRow[]): Map<number, WrongHours> {
  const wrong = new Map<number, WrongHours>();
  let until = 0;
  for (const row of rows.toSorted((one, other) => startOf(one) - startOf(other))) {
    if (row.from === '' || row.to === '') continue;
    const end = minutesOf(endOf(row.to));
    if (end <= startOf(row)) wrong.set(row.key, 'backwards');
    else if (startOf(row) < until) wrong.set(row.key, 'overlapping');
    until = Math.max(until, end);
  }
  return wrong;
}

/** From which minute to which of the day a week is drawn: in whole hours, from eight to six where nothing lies outside. */
export function spanOf(hours: readonly Hours[]): [from: number, to: number] {
  const from = Math.min(8 * 60, ...hours.map(startOf));
  const to = Math.max(18 * 60, ...hours.map((one) => minutesOf(one.to)));
  return [Math.floor(from / 60) * 60, Math.min(Math.ceil(to / 60) * 60, minutesOfDay)];
}

/** Whether patients choose out of hours, as the server sees it: of the week, or of a single day that is not past. */
export const publishesHours = ({ weekly, dated }: Pick<Schedule, 'weekly' | 'dated'>, today: string): boolean =>
  [...weekly, ...dated.filter(({ day }) => day >= today)].some(({ hours }) => hours.length > 0);

const startOf = ({ from }: Hours) => minutesOf(from);
const endOf = (to: string) => (to === midnight.asInput ? midnight.asEnd : to);
