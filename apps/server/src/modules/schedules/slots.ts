import type { ScheduleSettings } from '@carecommons/contract/schedule-rules';
import { type Span, spansOf, weekdayOf } from '../../platform/time/time.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** From a minute of the day to another by the clock on the wall. */
type Window = readonly [number, number];

/** What the slots of a provider are counted from. */
export interface ProviderSchedule extends ScheduleSettings {
  zone: string;
  /** Without published hours any time to come can be asked for. */
  publishes: boolean;
  /** By ISO weekday (1 is Monday), and of single days (`2026-11-24`) in their place; no windows is closed. */
  weekly: Partial<Record<number, Window[]>>;
  dated: Partial<Record<string, Window[]>>;
  leaves: Span[];
}

/**
 * The slots of some days of the provider's zone that can be asked for now, day by day: those that overlap nothing that is
 * `busy` and no leave, buffers included.
 */
export function* slotsOf(
  schedule: ProviderSchedule,
  days: Iterable<string>,
  busy: readonly Span[],
  now: Date,
): Generator<Span> {
  const { isFree, isFull } = timeline([...busy, ...schedule.leaves]);
  for (const day of days) {
    // Within a leave of months, days need not be counted slot by slot; no zone's day is further from that of UTC.
    const midnight = Date.parse(`${day}T00:00Z`);
    if (isFull(midnight - dayMs, midnight + 2 * dayMs)) continue;
    for (const slot of slotsOfDay(schedule, day)) {
      const held = heldBy(schedule, slot);
      if (isTimely(schedule, slot.start, now) && isFree(held.start, held.end)) yield slot;
    }
  }
}

/** The hours of a day: its own, else those of its weekday. */
export function hoursOfDay({ zone, weekly, dated }: ProviderSchedule, day: string): Span[] {
  const midnight = Date.parse(`${day}T00:00Z`);
  const windows = dated[day] ?? weekly[weekdayOf(day)] ?? [];
  return windows.flatMap(([from, to]) => spansOf(zone, midnight + from * minuteMs, midnight + to * minuteMs));
}

/** All slots of a day: in each of its hours one visit after another, with their buffers, by elapsed time. */
function slotsOfDay(schedule: ProviderSchedule, day: string): Span[] {
  const visit = schedule.visit_minutes * minuteMs;
  const step = visit + (schedule.buffer_before + schedule.buffer_after) * minuteMs;
  const slots: Span[] = [];
  for (const { start: opens, end } of hoursOfDay(schedule, day)) {
    for (let start = opens; start + visit <= end; start += step) slots.push({ start, end: start + visit });
  }
  // Where clocks go back, an hour may have its second turn after the next one's first.
  return slots.toSorted((one, other) => one.start - other.start);
}

/** What a visit takes of the provider's time: itself, and what stays free around it. */
export function heldBy({ buffer_before, buffer_after }: ScheduleSettings, { start, end }: Span): Span {
  return { start: start - buffer_before * minuteMs, end: end + buffer_after * minuteMs };
}

/** Whether a time is neither too near nor too far to be asked for now. */
function isTimely({ notice_minutes, horizon_days }: ScheduleSettings, start: number, now: Date): boolean {
  const ahead = start - now.getTime();
  return ahead > 0 && ahead >= notice_minutes * minuteMs && ahead <= horizon_days * dayMs;
}

/** Tells of a time whether no span overlaps it, and whether they fill it. */
export function timeline(spans: readonly Span[]) {
  const inOrder: Span[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = inOrder.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else inOrder.push({ start, end });
  }
  function firstEndingAfter(instant: number) {
    let [low, high] = [0, inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((inOrder[middle] as Span).end > instant) high = middle;
      else low = middle + 1;
    }
    return inOrder[low];
  }
  return {
    isFree: (start: number, end: number) => (firstEndingAfter(start)?.start ?? Infinity) >= end,
    isFull(start: number, end: number) {
      const span = firstEndingAfter(start);
      return span !== undefined && span.start <= start && end <= span.end;
    },
  };
}

/** Every day from one to another, both of them. */
export function* daysBetween(from: string, to: string): Generator<string> {
  const last = Date.parse(`${to}T00:00Z`);
  for (let day = Date.parse(`${from}T00:00Z`); day <= last; day += dayMs)
    yield new Date(day).toISOString().slice(0, 10);
}
