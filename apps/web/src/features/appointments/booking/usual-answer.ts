const [hour, day] = [60, 1440];

/** Minutes until an answer as people say them: up to the next five minutes, hours or days, never less than it was. */
export function usualAnswer(minutes: number): number {
  const unit = minutes <= hour ? 5 : minutes <= 2 * day ? hour : day;
  return Math.max(unit, Math.ceil(minutes / unit) * unit);
}
