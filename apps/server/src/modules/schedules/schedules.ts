import { minutesOf, scheduleDefaults, type ScheduleSettings, timeOf } from '@carecommons/contract/schedule-rules';
import type { Schedule } from '@carecommons/contract/schedules';
import { sql } from 'kysely';
import type { ColumnOf, Db, RowOf, Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { dayIn } from '../../platform/time/time.ts';
import { providerProfiles } from '../providers/providers.ts';
import { hoursText, settingsJson, windowsOf } from './hours.ts';

export { readSchedule, type ScheduleJson, scheduleOf, spanJson, spanOf } from './hours.ts';
export { addLeave, isAway, leaveSpan } from './leaves.ts';
export { daysBetween, heldBy, hoursOfDay, type ProviderSchedule, slotsOf, timeline } from './slots.ts';

type DayHours = Schedule['weekly'][number]['hours'];

interface OwnRow {
  time_zone: ColumnOf<'providers', 'time_zone'>;
  settings: ScheduleSettings | null;
  weekly: { weekday: number; hours: string }[];
  dated: { day: string; hours: string }[];
}

/**
 * The actor's weekly hours, single dates from today on, and booking rules; defaults for a provider who never set any. Throws
 * `not_allowed`.
 */
export async function getSchedule(db: Db, actor: Actor, now: Date): Promise<Schedule & { time_zone: string }> {
  const { rows } = await sql<OwnRow>`
    select p.time_zone, (select ${settingsJson} from schedules where provider_id = p.user_id) as settings,
      (select coalesce(json_agg(json_build_object('weekday', weekday, 'hours', hours::text) order by weekday), '[]')
        from weekly_hours where provider_id = p.user_id) as weekly,
      (select coalesce(json_agg(json_build_object('day', day, 'hours', hours::text) order by day), '[]')
        from dated_hours where provider_id = p.user_id) as dated
    from ${providerProfiles} p where p.user_id = ${actor.user_id}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_allowed');
  const { time_zone, settings, weekly, dated } = rows[0];
  return {
    ...scheduleDefaults,
    ...settings,
    weekly: weekly.map((one) => ({ ...one, hours: asHours(one.hours) })),
    dated: toCome(dated, time_zone, now).map((one) => ({ ...one, hours: asHours(one.hours) })),
    time_zone,
  };
}

/** Dates that are not past in the provider's time zone. */
function toCome<Day extends { day: string }>(days: readonly Day[], zone: string, now: Date): Day[] {
  const today = dayIn(zone, now);
  return days.filter(({ day }) => day >= today);
}

const asHours = (text: string): DayHours =>
  windowsOf(text).map(([from, to]) => ({ from: timeOf(from), to: timeOf(to) }));
// Adjacent hours are stored as one.
const asText = (hours: DayHours) => hoursText(hours.map(({ from, to }) => [minutesOf(from), minutesOf(to)]));

/** Replaces the actor's hours and booking rules, except single dates in the past; booked visits stay. Throws `not_allowed`. */
export async function saveSchedule(tx: Tx, actor: Actor, { weekly, dated, ...settings }: Schedule, now: Date) {
  const names = (Object.keys(scheduleDefaults) as (keyof ScheduleSettings)[]).map((name) => ({
    column: sql.ref(name),
    value: sql`${settings[name]}::int`,
  }));
  // Serialises concurrent saves.
  const { rows } = await sql<RowOf<'providers', 'time_zone'>>`
    insert into schedules (provider_id, ${sql.join(names.map(({ column }) => column))}, updated_at)
    select user_id, ${sql.join(names.map(({ value }) => value))}, ${now}::timestamptz
    from ${providerProfiles} profile where user_id = ${actor.user_id}
    on conflict (provider_id) do update set updated_at = excluded.updated_at,
      ${sql.join(names.map(({ column }) => sql`${column} = excluded.${column}`))}
    returning (select p.time_zone from ${providerProfiles} p where p.user_id = provider_id)`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_allowed');
  const days = toCome(dated, rows[0].time_zone, now);

  const open = weekly.filter(({ hours }) => hours.length > 0);
  await sql`delete from weekly_hours where provider_id = ${actor.user_id}`.execute(tx);
  await sql`
    insert into weekly_hours (provider_id, weekday, hours)
    select ${actor.user_id}, weekday, hours::int4multirange
    from unnest(${open.map(({ weekday }) => weekday)}::int[], ${open.map(({ hours }) => asText(hours))}::text[])
      as given (weekday, hours)`.execute(tx);
  await sql`delete from dated_hours where provider_id = ${actor.user_id}`.execute(tx);
  await sql`
    insert into dated_hours (provider_id, day, hours)
    select ${actor.user_id}, day, hours::int4multirange
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ hours }) => asText(hours))}::text[])
      as given (day, hours)`.execute(tx);
  return await getSchedule(tx, actor, now);
}

/** Whether a provider `p` publishes hours. */
export const publishesHours = sql<boolean>`exists (select from schedules where provider_id = p.user_id)`;

/** How long a visit with a provider `p` lasts, in minutes, unless its kind says otherwise. */
export const visitMinutes = sql<number>`coalesce(
  (select visit_minutes from schedules where provider_id = p.user_id), ${sql.lit(scheduleDefaults.visit_minutes)})`;

/**
 * Sets how long a visit with the actor lasts; without `minutes`, it stays as it is. Whoever saves the schedule at the same time waits
 * until the transaction ends. Throws `not_allowed`.
 */
export async function setVisitMinutes(tx: Tx, actor: Actor, minutes: number | undefined, now: Date) {
  const defaults = Object.entries({ ...scheduleDefaults, visit_minutes: minutes ?? scheduleDefaults.visit_minutes });
  const { rows } = await sql`
    insert into schedules (provider_id, ${sql.join(defaults.map(([name]) => sql.ref(name)))}, updated_at)
    select user_id, ${sql.join(defaults.map(([, value]) => sql`${value}::int`))}, ${now}::timestamptz
    from ${providerProfiles} profile where user_id = ${actor.user_id}
    on conflict (provider_id) do update
      set visit_minutes = coalesce(${minutes ?? null}::int, schedules.visit_minutes), updated_at = excluded.updated_at
    returning provider_id`.execute(tx);
  if (rows.length === 0) throw new Problem('not_allowed');
}
