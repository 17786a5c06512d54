import type { ScheduleSettings } from '@carecommons/contract/schedule-rules';
import { type Span, spansOf, weekdayOf } from '../../platform/time/time.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** From one minute of the day to another, in local time. */
type Window = readonly [number, number];

/** What the slots of a provider are calculated from. */
export interface ProviderSchedule extends ScheduleSettings {
  zone: string;
  /** Without published hours, any future time can be requested. */
  publishes: boolean;
  /** By ISO weekday (1 is Monday), and for single dates (`2026-11-24`), which override the weekday; no windows means closed. */
  weekly: Partial<Record<number, Window[]>>;
  dated: Partial<Record<string, Window[]>>;
  leaves: Span[];
}

/**
 * The slots on some days of the provider's zone that can be requested now, day by day: those that overlap, buffers included,
 * with nothing `busy` and no leave.
 */
export function* slotsOf(
  schedule: ProviderSchedule,
  days: Iterable<string>,
  busy: readonly Span[],
  now: Date,
): Generator<Span> {
  const { isFree, isFull } = timeline([...busy, ...schedule.leaves]);
  for (const day of days) {
    // Skips the days of a leave of months without calculating slots; no zone's day is further from that of UTC.
    const midnight = Date.parse(`${day}T00:00Z`);
    if (isFull(midnight - dayMs, midnight + 2 * dayMs)) continue;
    for (const slot of slotsOfDay(schedule, day)) {
      const held = heldBy(schedule, slot);
      if (isTimely(schedule, slot.start, now) && isFree(held.start, held.end)) yield slot;
    }
  }
}

/** The hours of a day: those of the date, otherwise those of its weekday. */
export function hoursOfDay({ zone, weekly, dated }: ProviderSchedule, day: string): Span[] {
  const midnight = Date.parse(`${day}T00:00Z`);
  const windows = dated[day] ?? weekly[weekdayOf(day)] ?? [];
  return windows.flatMap(([from, to]) => spansOf(zone, midnight + from * minuteMs, midnight + to * minuteMs));
}

/** All slots of a day: within each of its hours one visit after another, with buffers, in elapsed time. */
function slotsOfDay(schedule: ProviderSchedule, day: string): Span[] {
  const visit = schedule.visit_minutes * minuteMs;
  const step = visit + (schedule.buffer_before + schedule.buffer_after) * minuteMs;
  const slots: Span[] = [];
  for (const { start: opens, end } of hoursOfDay(schedule, day)) {
    for (let start = opens; start + visit <= end; start += step) slots.push({ start, end: start + visit });
  }
  // When clocks go back, an hour that is repeated may begin after the next hour's first slot.
  return slots.toSorted((one, other) => one.start - other.start);
}

/** The time that a visit occupies: the visit itself with its buffers. */
export function heldBy({ buffer_before, buffer_after }: ScheduleSettings, { start, end }: Span): Span {
  return { start: start - buffer_before * minuteMs, end: end + buffer_after * minuteMs };
}

/** Whether a time is neither too soon nor too far ahead to be requested now. */
function isTimely({ notice_minutes, horizon_days }: ScheduleSettings, start: number, now: Date): boolean {
  const ahead = start - now.getTime();
  return ahead > 0 && ahead >= notice_minutes * minuteMs && ahead <= horizon_days * dayMs;
}

/** Tells of a time whether no span overlaps it, and whether the spans cover it. */
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

/** Every day from one to another, inclusive. */
export function* daysBetween(from: string, to: string): Generator<string> {
  const last = Date.parse(`${to}T00:00Z`);
  for (let day = Date.parse(`${from}T00:00Z`); day <= last; day += dayMs)
    yield new Date(day).toISOString().slice(0, 10);
}
