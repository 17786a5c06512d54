const dayMs = 86_400_000;
const ahead = 5.5 * 3_600_000;

/** The day so many days after a time, by the clocks of Kolkata: `2026-11-24`. What a test asks for never comes to be past. */
export const dayAfter = (time: Date, days: number): string =>
  new Date(time.getTime() + ahead + days * dayMs).toISOString().slice(0, 10);
