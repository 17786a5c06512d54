import { LRUCache } from 'lru-cache';
import { invalidField } from '../../core/problem.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();
// Asking for an offset takes longer than all the rest of a row; clocks are put forward and back on full quarters of an hour.
const quarterMs = 15 * minuteMs;
const offsets = new LRUCache<string, number>({ max: 10_000 });

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const key = `${Math.floor(instant / quarterMs)} ${zone}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = readOffset(instant, zone);
    offsets.set(key, offset);
  }
  return offset;
}

function readOffset(instant: number, zone: string): number {
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

const two = (value: number) => String(value).padStart(2, '0');

/** An instant as ISO 8601 in the time of a zone, with its offset: `2026-11-24T10:30:00+05:30`. */
export function isoIn(zone: string, instant: Date): string {
  const offset = offsetAt(instant.getTime(), zone);
  const local = new Date(instant.getTime() + offset).toISOString().replace(/(\.000)?Z$/, '');
  const minutes = Math.abs(Math.trunc(offset / minuteMs));
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * The instant of a local time of the zone, or of a time with its own offset; undefined where no clock ever shows it (31
 * February, or an hour that is left out in spring). Of an hour that comes twice in autumn, the first.
 */
export function instantOf(text: string, zone: string): Date | undefined {
  const [, wallText = '', offset] = /^(.{16}(?::[\d.]+)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  // Read as if it were UTC, the time that a clock on the wall shows.
  const wall = Date.parse(`${wallText}Z`);
  // 31 February is read as 3 March, and 24:00 as the next day.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(wallText.slice(0, 16))) return undefined;
  if (offset !== undefined) {
    const instant = Date.parse(`${wallText}${offset}`);
    return Number.isNaN(instant) ? undefined : new Date(instant);
  }
  const around = [offsetAt(wall - dayMs, zone), offsetAt(wall + dayMs, zone)];
  const instants = around.map((ahead) => wall - ahead).filter((at) => at + offsetAt(at, zone) === wall);
  return instants.length === 0 ? undefined : new Date(Math.min(...instants));
}

/** The last instant for which a visit may be asked for: a year from now. */
export function horizonOf(now: Date): Date {
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + 1);
  return last;
}

/** The instant that a person asks for. Throws 400 naming `appointment_datetime` for one that cannot be had. */
export function wantedTime(text: string, zone: string, now: Date): Date {
  const refuse = (message: string) => invalidField('appointment_datetime', message);
  const instant = instantOf(text, zone);
  if (instant === undefined) throw refuse('There is no such time. Please choose another one.');
  if (instant <= now) throw refuse('That time is past. Please choose one that is still to come.');
  if (instant > horizonOf(now)) throw refuse('Please choose a time within a year from now.');
  return instant;
}
