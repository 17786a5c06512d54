import { minutesOf, timeOf } from '@carecommons/contract/schedule-rules';
import type { ProviderDays } from '@carecommons/contract/schedules';
import { wallTimeAt } from '../../../lib/texts/zoned.ts';

type Day = Pick<ProviderDays['days'][number], 'starts_at' | 'ends_at'>;

const minuteMs = 60_000;
const minutesOfDay = 1440;

/** A day as its axis sees it: in instants, with what the clocks do in it. */
interface Clocks {
  start: number;
  end: number;
  /** What they show when the day begins, in minutes: rarely not midnight. */
  first: number;
  /** How many minutes they are put forward in it, or back where it is below 0, and when. */
  by: number;
  changesAt: number;
}

function clocksOf({ starts_at, ends_at }: Day, zone: string): Clocks {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  const shownAt = (instant: number) => minutesOf(wallTimeAt(new Date(instant), zone).time);
  const first = shownAt(start);
  const minutes = (end - start) / minuteMs;
  const by = minutesOfDay - first - minutes;
  if (by === 0) return { start, end, first, by, changesAt: Infinity };
  // The last minute before the change, and the first one after it.
  let [last, next] = [0, minutes];
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (shownAt(start + middle * minuteMs) === first + middle) last = middle;
    else next = middle;
  }
  return { start, end, first, by, changesAt: start + next * minuteMs };
}

/** Minutes from the top on which days beside each other are drawn. */
export interface Axis {
  /** Where an instant of one of the days is; one outside of it is at its edge. */
  position(day: Day, instant: number, is?: 'start' | 'end'): number;
  /** Where each full hour is, and what the clocks show there. */
  hours: { at: number; time: string }[];
}

/**
 * The axis of some days of a zone: by what the clocks on the wall show, so that nine o'clock is as high on each. An hour that
 * comes twice on one of them has its room twice on all, and one that is left out stays empty.
 */
export function axisOf(days: readonly Day[], zone: string): Axis {
  const clocks = new Map(days.map((day) => [day, clocksOf(day, zone)]));
  const back = [...clocks.values()].find(({ by }) => by < 0);
  const twice = back === undefined ? 0 : -back.by;
  // What the clocks show when they are put back.
  const until = back === undefined ? Infinity : back.first + (back.changesAt - back.start) / minuteMs;
  const onAxis = (shown: number, is: 'start' | 'end') =>
    shown < until || (is === 'end' && shown === until) ? shown : shown + twice;
  const hours = Array.from({ length: 25 }, (_, hour) => ({
    at: onAxis(hour * 60, 'start'),
    time: timeOf(hour * 60),
  }));
  for (let again = Math.ceil((until - twice) / 60) * 60; again < until; again += 60) {
    hours.push({ at: again + twice, time: timeOf(again) });
  }
  return {
    hours: hours.toSorted((one, other) => one.at - other.at),
    position(day, instant, is = 'start') {
      const { start, end, first, by, changesAt } = clocks.get(day) as Clocks;
      const within = Math.min(Math.max(instant, start), end);
      const passed = first + (within - start) / minuteMs;
      // On the day itself the room of both turns is passed through as time passes.
      if (by < 0) return passed;
      const isAfter = is === 'end' ? within > changesAt : within >= changesAt;
      return onAxis(isAfter ? passed + by : passed, is);
    },
  };
}

/** The part of an axis that is drawn, in whole hours: from eight to six where nothing lies outside. */
export function partOf({ hours }: Axis, spans: readonly { from: number; to: number }[]): { from: number; to: number } {
  const at = (time: string) => hours.find((hour) => hour.time === time)?.at ?? 0;
  const from = Math.min(at('08:00'), ...spans.map((span) => span.from));
  const to = Math.max(at('18:00'), ...spans.map((span) => span.to));
  return {
    from: hours.findLast((hour) => hour.at <= from)?.at ?? 0,
    to: hours.find((hour) => hour.at >= to)?.at ?? hours.at(-1)?.at ?? 0,
  };
}
