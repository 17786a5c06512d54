import type { Appointment } from '@carecommons/contract/appointments';

/** A row that was decided in a list. */
export interface Staying {
  /** As it is since. */
  row: Appointment;
  /** The ids of the rows before it. */
  before: readonly number[];
  /** The height of its card, in pixels. */
  height: number;
}

/** A list with what was decided in it where it was: after the nearest row before it that is still there. */
export function withStaying(rows: readonly Appointment[], staying: readonly Staying[]): Appointment[] {
  const all = [...rows];
  for (const { row, before } of staying.toSorted((one, other) => one.before.length - other.before.length)) {
    // It waits again: it was taken back, or not taken by the server.
    if (rows.some(({ id }) => id === row.id)) continue;
    const previous = before.findLast((id) => all.some((one) => one.id === id));
    all.splice(all.findIndex(({ id }) => id === previous) + 1, 0, row);
  }
  return all;
}
