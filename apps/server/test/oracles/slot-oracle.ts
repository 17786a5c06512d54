import { Temporal } from 'temporal-polyfill';
import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { instantsOf, isoIn } from '../../src/platform/time/time.ts';
import { type ProviderSchedule, slotsOf } from '../../src/modules/schedules/slots.ts';

// The slots of a day once more, by a library that knows nothing of ours: on a usual day from the hours' beginnings, on a day
// on which the clocks change by reading them every quarter of an hour, and where they change every minute.

/** Zones of every kind: halves and quarters of hours, changes by half an hour and by two, at midnight, and by a day. */
export const zones = `
  Asia/Kolkata Asia/Kathmandu America/New_York Pacific/Apia UTC Europe/London Europe/Dublin Europe/Berlin
  Europe/Istanbul Europe/Moscow Europe/Volgograd Asia/Tehran Asia/Kabul Asia/Colombo Asia/Yangon Asia/Pyongyang
  Asia/Gaza Asia/Beirut Asia/Amman Asia/Tokyo Australia/Lord_Howe Australia/Adelaide Australia/Eucla
  Pacific/Chatham Pacific/Kiritimati Pacific/Marquesas Pacific/Fiji Pacific/Tongatapu Pacific/Norfolk
  Antarctica/Troll Africa/Casablanca Africa/Cairo America/St_Johns America/Sao_Paulo America/Havana
  America/Caracas America/Asuncion America/Santiago America/Los_Angeles America/Phoenix
`
  .trim()
  .split(/\s+/);
export const years = { from: '2011-01-01', to: '2020-12-31' };

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

type Rules = Pick<ProviderSchedule, 'visit_minutes' | 'buffer_before' | 'buffer_after'>;
type Window = readonly [number, number];

/** Days as providers have them, from all round the clock to hours that begin and end where clocks change. */
const plans: readonly { windows: Window[]; rules: Rules }[] = [
  { windows: [[0, dayMinutes]], rules: { visit_minutes: 30, buffer_before: 0, buffer_after: 0 } },
  {
    windows: [
      [15, 75],
      [90, 135],
      [150, 375],
      [1365, dayMinutes],
    ],
    rules: { visit_minutes: 20, buffer_before: 5, buffer_after: 10 },
  },
  {
    windows: [
      [540, 750],
      [840, 1020],
    ],
    rules: { visit_minutes: 15, buffer_before: 0, buffer_after: 5 },
  },
];

/** The days of a zone on which its clocks change, each with the days before and after it. */
export function daysOfChanges(zone: string): string[] {
  const days = new Set<string>();
  const last = Temporal.PlainDate.from(years.to);
  let change = Temporal.PlainDate.from(years.from).toZonedDateTime(zone).getTimeZoneTransition('next');
  while (change !== null && Temporal.PlainDate.compare(change.toPlainDate(), last) <= 0) {
    // The day before, where one was skipped, is not yesterday.
    for (const around of [-2, -1, 0, 1]) days.add(change.toPlainDate().add({ days: around }).toString());
    change = change.getTimeZoneTransition('next');
  }
  return [...days];
}

/** What our slots and times of a day are other than the library's, in words; nothing where they are the same. */
export function differences(zone: string, day: string): string[] {
  const { windows, rules } = plans[dayNumber(day) % plans.length] as (typeof plans)[number];
  const found: string[] = [];
  const ours = ourSlots(zone, day, windows, rules);
  const theirs = theirSlots(zone, day, windows, rules);
  if (ours.join() !== theirs.join()) found.push(`${zone} ${day}: ${ours.join()} and not ${theirs.join()}`);
  for (const minute of [0, 30, 90, 150, 165, 1439]) found.push(...differenceOfTime(zone, day, minute));
  return found;
}

const dayNumber = (day: string) => Temporal.PlainDate.from('2000-01-01').until(day).days;

function ourSlots(zone: string, day: string, windows: Window[], rules: Rules): number[] {
  const schedule = {
    ...scheduleDefaults,
    ...rules,
    zone,
    horizon_days: 36_500,
    publishes: true,
    weekly: {},
    leaves: [],
  };
  const slots = slotsOf({ ...schedule, dated: { [day]: windows } }, [day], [], new Date('2010-01-01T00:00Z'));
  return Array.from(slots, ({ start }) => start);
}

function theirSlots(zone: string, day: string, windows: Window[], rules: Rules): number[] {
  const date = Temporal.PlainDate.from(day);
  const [start, next] = [date.toZonedDateTime(zone), date.add({ days: 1 }).toZonedDateTime(zone)];
  const usual =
    next.epochMilliseconds - start.epochMilliseconds === dayMinutes * minuteMs &&
    next.offsetNanoseconds === start.offsetNanoseconds;
  const open = windows.flatMap((window) =>
    usual ? [usualSpan(start, window)] : spansByReading(zone, date, window, start.epochMilliseconds),
  );
  const visit = rules.visit_minutes * minuteMs;
  const step = visit + (rules.buffer_before + rules.buffer_after) * minuteMs;
  const slots = open.flatMap(([from, to]) =>
    Array.from({ length: Math.max(0, Math.floor((to - from - visit) / step) + 1) }, (_, n) => from + n * step),
  );
  return slots.toSorted((one, other) => one - other);
}

type Span = readonly [number, number];

function usualSpan(start: Temporal.ZonedDateTime, [from, to]: Window): Span {
  return [start.add({ minutes: from }).epochMilliseconds, start.add({ minutes: to }).epochMilliseconds];
}

/** When the clocks show a day's time of a window, as one finds who looks at them. */
function spansByReading(zone: string, date: Temporal.PlainDate, [from, to]: Window, midnight: number): Span[] {
  const minuteAt = (instant: number) => {
    const clock = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
    return date.until(clock.toPlainDate()).days * dayMinutes + clock.hour * 60 + clock.minute;
  };
  const spans: [number, number][] = [];
  const quarter = 15 * minuteMs;
  // From the last hours of the day before: a day's first minutes may come before them.
  const begin = midnight - 3 * 60 * minuteMs;
  for (let instant = begin; instant < midnight + 30 * 60 * minuteMs; instant += quarter) {
    const [first, last] = [minuteAt(instant), minuteAt(instant + quarter)];
    for (let minute = 0; minute < 15; minute++) {
      const at = instant + minute * minuteMs;
      const shown = last - first === 15 ? first + minute : minuteAt(at);
      if (shown < from || shown >= to) continue;
      const before = spans.at(-1);
      if (before?.[1] === at) before[1] = at + minuteMs;
      else spans.push([at, at + minuteMs]);
    }
  }
  return spans;
}

/** A time of the day: none where no clock shows it, both where it comes twice, and each of them by its offset. */
function* differenceOfTime(zone: string, day: string, minute: number): Generator<string> {
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
  const wall = Temporal.PlainDate.from(day).toPlainDateTime(time);
  const turns = [wall.toZonedDateTime(zone, { disambiguation: 'earlier' })];
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' });
  if (later.epochMilliseconds !== turns[0]?.epochMilliseconds) turns.push(later);
  const shown = turns.filter((turn) => turn.toPlainDateTime().equals(wall));
  const text = wall.toString({ smallestUnit: 'minute' });
  const instants = instantsOf(text, zone).map((instant) => instant.getTime());
  if (instants.join() !== shown.map((turn) => turn.epochMilliseconds).join())
    yield `${zone} ${text}: ${instants.join()}`;
  for (const turn of shown) {
    const iso = `${wall.toString({ smallestUnit: 'second' })}${turn.offset}`;
    const ours = isoIn(zone, new Date(turn.epochMilliseconds));
    if (ours !== iso || instantsOf(iso, zone)[0]?.getTime() !== turn.epochMilliseconds) yield `${zone} ${iso}: ${ours}`;
  }
}
