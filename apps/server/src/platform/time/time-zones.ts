import { LRUCache } from 'lru-cache';

const minuteMs = 60_000;
const dayMs = 86_400_000;
// No clock has ever been further from UTC.
const furthestMs = 16 * 3_600_000;

/** What the clocks of a zone do on one day of UTC: how far ahead they are before and after they change, and when that is. */
interface ClockDay {
  before: number;
  after: number;
  /** The first instant of `after`; infinite on a day without a change. */
  changesAt: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
// Asking for an offset takes longer than all the rest of a row.
const clockDays = new LRUCache<string, ClockDay>({ max: 20_000 });

function clockDay(zone: string, day: number): ClockDay {
  const key = `${day} ${zone}`;
  let found = clockDays.get(key);
  if (found === undefined) {
    found = readClockDay(zone, day * dayMs);
    clockDays.set(key, found);
  }
  return found;
}

function readClockDay(zone: string, start: number): ClockDay {
  const [before, after] = [readOffset(zone, start), readOffset(zone, start + dayMs)];
  if (before === after) return { before, after, changesAt: Infinity };
  // The last second before the change and the first one after it.
  let [last, first] = [start, start + dayMs];
  while (first - last > 1000) {
    const middle = last + Math.floor((first - last) / 2000) * 1000;
    if (readOffset(zone, middle) === before) last = middle;
    else first = middle;
  }
  return { before, after, changesAt: first };
}

function readOffset(zone: string, instant: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  // "11/24/2026, GMT+05:30"; UTC itself is "GMT".
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant)) ?? [];
  if (sign === undefined) return 0;
  const ahead = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000;
  return sign === '-' ? -ahead : ahead;
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(zone: string, instant: number): number {
  const { before, after, changesAt } = clockDay(zone, Math.floor(instant / dayMs));
  return instant < changesAt ? before : after;
}

const two = (value: number) => String(value).padStart(2, '0');

/** An instant as ISO 8601 in the time of a zone, with its offset: `2026-11-24T10:30:00+05:30`. */
export function isoIn(zone: string, instant: Date): string {
  const offset = offsetAt(zone, instant.getTime());
  const local = new Date(instant.getTime() + offset).toISOString().replace(/(\.000)?Z$/, '');
  const minutes = Math.abs(Math.trunc(offset / minuteMs));
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

/** The day that the clocks of a zone show. */
export const dayIn = (zone: string, instant: Date) => isoIn(zone, instant).slice(0, 10);

/**
 * The instants of a local time of the zone, or of a time with its own offset: one as a rule, none where no clock ever
 * shows it (31 February, or an hour that is left out in spring), and two, soonest first, of an hour that comes twice in
 * autumn.
 */
export function instantsOf(text: string, zone: string): Date[] {
  const [, wallText = '', offset] = /^(.{16}(?::[\d.]+)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  // Read as if it were UTC, the time that a clock on the wall shows.
  const wall = Date.parse(`${wallText}Z`);
  // 31 February is read as 3 March, and 24:00 as the next day.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(wallText.slice(0, 16))) return [];
  if (offset !== undefined) {
    const instant = Date.parse(`${wallText}${offset}`);
    return Number.isNaN(instant) ? [] : [new Date(instant)];
  }
  const around = new Set([offsetAt(zone, wall - dayMs), offsetAt(zone, wall + dayMs)]);
  const instants = Array.from(around, (ahead) => wall - ahead).filter((at) => at + offsetAt(zone, at) === wall);
  return instants.toSorted((one, other) => one - other).map((at) => new Date(at));
}

/** A time from an instant to another, which is not of it, in milliseconds. */
export interface Span {
  start: number;
  end: number;
}

/**
 * When the clocks of a zone show something from one time to another, both read as if they were UTC: one span as a rule,
 * longer or shorter on the day of a change; none where all of it is left out, and two where a clock goes back within it.
 */
export function spansOf(zone: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  for (const { start, end, ahead } of stretches(zone, from - furthestMs, to + furthestMs)) {
    add(spans, { start: Math.max(start, from - ahead), end: Math.min(end, to - ahead) });
  }
  return spans;
}

/** Adds a span that is not empty; one that goes on where the last ended is of it. */
function add(spans: Span[], { start, end }: Span) {
  const last = spans.at(-1);
  if (start >= end) return;
  if (last?.end === start) last.end = end;
  else spans.push({ start, end });
}

/** The stretches in which a zone's clocks are equally far ahead, of all days of UTC that a time touches. */
function* stretches(zone: string, from: number, to: number): Generator<Span & { ahead: number }> {
  for (let day = Math.floor(from / dayMs); day * dayMs < to; day++) {
    const { before, after, changesAt } = clockDay(zone, day);
    const [start, end] = [day * dayMs, (day + 1) * dayMs];
    yield { start, end: Math.min(changesAt, end), ahead: before };
    if (changesAt < end) yield { start: changesAt, end, ahead: after };
  }
}

/** The first instant at which the clocks of a zone show a time (read as if it were UTC) or, where it is left out, a later one. */
export const firstAt = (zone: string, wall: number): number => (spansOf(zone, wall, wall + 2 * dayMs)[0] as Span).start;

/** The instant at which, for the last time, the clocks of a zone no longer show anything before a time. */
export const lastAt = (zone: string, wall: number): number =>
  (spansOf(zone, wall - 2 * dayMs, wall).at(-1) as Span).end;
