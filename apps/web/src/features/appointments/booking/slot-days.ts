import type { Slot } from '@carecommons/contract/schedules';
import { wallTimeAt } from '../../../lib/texts/zoned.ts';

/** The times that are free on one day of the provider's. */
export interface SlotDay {
  date: string;
  times: SlotTime[];
}

interface SlotTime {
  /** The instant as the server named it. */
  start: string;
  /** What the provider's clocks show then, and how far they are from UTC where they show it twice that day. */
  time: string;
  offset: string;
}

/** Free times by their day, by the clocks of a zone. */
export function slotDays(slots: readonly Slot[], zone: string): SlotDay[] {
  const days = new Map<string, SlotTime[]>();
  for (const { start } of slots) {
    const { date, time } = wallTimeAt(new Date(start), zone);
    days.set(date, [...(days.get(date) ?? []), { start, time, offset: '' }]);
  }
  return [...days].map(([date, times]) => ({ date, times: toldApart(times, zone) }));
}

// When clocks are put back, an hour comes twice.
function toldApart(times: SlotTime[], zone: string): SlotTime[] {
  const once = new Set(times.map(({ time }) => time)).size === times.length;
  if (once) return times;
  return times.map((one) => {
    const twice = times.some((other) => other !== one && other.time === one.time);
    return twice ? { ...one, offset: offsetAt(new Date(one.start), zone) } : one;
  });
}

function offsetAt(instant: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset', timeZone: zone });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
