/** The days of a week as ISO 8601 numbers them: 1 is Monday. */
export const everyWeekday = [1, 2, 3, 4, 5, 6, 7];

/** The ISO weekday of a day such as `2026-11-24`. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7;
