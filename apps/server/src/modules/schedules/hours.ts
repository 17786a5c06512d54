import { scheduleDefaults, type ScheduleSettings } from '@carecommons/contract/schedule-rules';
import { sql } from 'kysely';
import { dayIn, type Span } from '../../platform/time/time.ts';
import type { ProviderSchedule } from './slots.ts';

const dayMs = 86_400_000;
const settings = Object.keys(scheduleDefaults) as (keyof ScheduleSettings)[];

/** A schedule as `scheduleOf` reads it: hours as the text of a multirange, spans in milliseconds. */
export interface ScheduleJson {
  zone: string;
  settings: ScheduleSettings | null;
  /** The last single date with hours. */
  last_day: string | null;
  weekly: Record<string, string> | null;
  dated: Record<string, string> | null;
  leaves: [number, number][] | null;
}

/** Minutes of a day as the column's text. */
export const hoursText = (windows: Iterable<readonly [number, number]>) =>
  `{${Array.from(windows, ([from, to]) => `[${from},${to})`).join()}}`;

/** The windows in a column's text. */
export const windowsOf = (hours: string): [number, number][] =>
  Array.from(hours.matchAll(/\[(\d+),(\d+)\)/g), ([, from, to]) => [Number(from), Number(to)]);

export const settingsJson = sql<ScheduleSettings>`json_build_object(${sql.join(
  settings.flatMap((name) => [sql.lit(name), sql.ref(name)]),
)})`;

/** A range column as a pair of milliseconds. */
export const spanJson = (range: ReturnType<typeof sql>) =>
  sql`json_build_array(extract(epoch from lower(${range})) * 1000, extract(epoch from upper(${range})) * 1000)`;

/** Such a pair as a span. */
export const spanOf = ([start, end]: [number, number]): Span => ({ start, end });

/** The schedule of the provider `p` of a statement as one column, with the single dates and leaves between two instants. */
export const scheduleOf = (from: Date, to: Date) => sql<ScheduleJson>`json_build_object(
  'zone', p.time_zone,
  'settings', (select ${settingsJson} from schedules where provider_id = p.user_id),
  'last_day', (select max(day) from dated_hours where provider_id = p.user_id and not isempty(hours)),
  'weekly', (select json_object_agg(weekday, hours::text) from weekly_hours where provider_id = p.user_id),
  'dated', (select json_object_agg(day, hours::text) from dated_hours
    where provider_id = p.user_id and day between ${dayOf(from, -1)}::date and ${dayOf(to, 1)}::date),
  'leaves', (select json_agg(${spanJson(sql`away`)}) from leaves
    where provider_id = p.user_id and away && tstzrange(${from}, ${to})))`;

// No zone is more than a day away from UTC.
const dayOf = (instant: Date, days: number) => new Date(instant.getTime() + days * dayMs).toISOString().slice(0, 10);

/** A schedule for calculating slots from now on: hours on past dates do not count as published. */
export function readSchedule(
  { zone, settings: own, last_day, weekly, dated, leaves }: ScheduleJson,
  now: Date,
): ProviderSchedule {
  const windows = (hours: Record<string, string> | null) =>
    Object.fromEntries(Object.entries(hours ?? {}).map(([key, text]) => [key, windowsOf(text)]));
  return {
    ...scheduleDefaults,
    ...own,
    zone,
    publishes: weekly !== null || (last_day !== null && last_day >= dayIn(zone, now)),
    weekly: windows(weekly),
    dated: windows(dated),
    leaves: (leaves ?? []).map(spanOf),
  };
}
