/** A day and a time as a clock on the wall shows them: `2026-11-24` and `10:30`. */
export interface WallTime {
  date: string;
  time: string;
}

// Making one takes longer than using it a hundred times.
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatOf(zone: string | undefined) {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, format);
  return format;
}

/** What the clocks of a zone show at an instant; without a zone, the clocks of this device. */
export function wallTimeAt(instant: Date, zone?: string): WallTime {
  const format = formatOf(zone);
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  // While a year is typed it is 0002 first, and 0020.
  return { date: `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** The instant at which the clocks of a zone show a time; where they never do, for they are put forward, one close by. */
export function instantOf({ date, time }: WallTime, zone: string): Date {
  const meant = Date.parse(`${date}T${time}Z`);
  const shownAt = (instant: number) => {
    const shown = wallTimeAt(new Date(instant), zone);
    return Date.parse(`${shown.date}T${shown.time}Z`);
  };
  const first = meant - (shownAt(meant) - meant);
  // The zone may be put forward or back between the two.
  return new Date(first - (shownAt(first) - meant));
}

/** A day and those after it, `count` in all. */
export function daysFrom(date: string, count: number): string[] {
  const start = Date.parse(`${date}T00:00Z`);
  return Array.from({ length: count }, (_, day) => new Date(start + day * 86_400_000).toISOString().slice(0, 10));
}

/** The day so many days after one, or before it. */
export const dayFrom = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The zone that this device is set to. */
export function ownZone(): string {
  return formatOf(undefined).resolvedOptions().timeZone;
}

/** Whether the clocks of a zone show at an instant what this device shows. */
export function isOwnTime(instant: Date, zone: string): boolean {
  const [there, here] = [wallTimeAt(instant, zone), wallTimeAt(instant)];
  return there.date === here.date && there.time === here.time;
}
