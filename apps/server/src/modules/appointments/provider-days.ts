import type { daySpans, ProviderDays } from '@carecommons/contract/schedules';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { dayIn, firstAt, isoIn, type Span, weekdayOf } from '../../platform/time/time.ts';
import { daysBetween, hoursOfDay, readSchedule, type ScheduleJson, scheduleOf } from '../schedules/schedules.ts';
import { providerProfiles } from '../providers/providers.ts';
import { type AppointmentRow, columnsFor, joined, sent } from './appointments.ts';
import { isActive } from './states.ts';

const dayMs = 86_400_000;
// Further away there is nothing to see, and arithmetic would leave the range of the calendar.
const daysAtMost = 20 * 366;

interface DaysQuery {
  /** Today if absent. */
  day?: string | undefined;
  span: (typeof daySpans)[number];
}

/**
 * A day or a week of the actor as provider: hours, leaves, and the visits that take time in it. Throws `not_allowed`,
 * 400 naming the field.
 */
export async function getProviderDays(
  db: Db,
  actor: Actor,
  { day, span }: DaysQuery,
  now: Date,
): Promise<ProviderDays> {
  const about = day === undefined ? now.getTime() : Date.parse(day);
  if (Math.abs(about - now.getTime()) > daysAtMost * dayMs) {
    throw invalidField('day', 'Please enter a day within the next twenty years.');
  }
  // The week around it, in any zone.
  const [before, after] = [new Date(about - 8 * dayMs), new Date(about + 9 * dayMs)];
  const { rows } = await sql<{ schedule: ScheduleJson }>`
    select ${scheduleOf(before, after)} as schedule from ${providerProfiles} p where p.user_id = ${actor.user_id}`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Problem('not_allowed');
  const schedule = readSchedule(rows[0].schedule, now);
  const { zone } = schedule;
  const today = dayIn(zone, now);
  const days = daysOf(zone, day ?? today, span);
  const visits = await visitsBetween(db, actor, days[0]?.start ?? 0, days.at(-1)?.end ?? 0, now);
  const iso = (instant: number) => isoIn(zone, new Date(instant));
  const isoSpan = ({ start, end }: Span) => ({ start: iso(start), end: iso(end) });
  return {
    time_zone: zone,
    today,
    publishes_hours: schedule.publishes,
    days: days.map((one) => ({
      day: one.day,
      starts_at: iso(one.start),
      ends_at: iso(one.end),
      hours: hoursOfDay(schedule, one.day).map(isoSpan),
      leaves: schedule.leaves
        .map(({ start, end }) => ({ start: Math.max(start, one.start), end: Math.min(end, one.end) }))
        .filter(({ start, end }) => start < end)
        .map(isoSpan),
    })),
    visits,
  };
}

/** The requested days, each from its first instant to that of the next. */
function daysOf(zone: string, day: string, span: DaysQuery['span']): (Span & { day: string })[] {
  const midnight = Date.parse(day);
  const first = span === 'week' ? midnight - (weekdayOf(day) - 1) * dayMs : midnight;
  const last = span === 'week' ? first + 6 * dayMs : first;
  return Array.from(daysBetween(dateOf(first), dateOf(last)), (one) => ({
    day: one,
    start: firstAt(zone, Date.parse(one)),
    end: firstAt(zone, Date.parse(one) + dayMs),
  }));
}

const dateOf = (midnight: number) => new Date(midnight).toISOString().slice(0, 10);

/** The actor's visits as provider that take time between two instants, soonest first. */
async function visitsBetween(db: Db, actor: Actor, start: number, end: number, now: Date) {
  // A visit ends within 24 hours of its start: with that the index skips old visits.
  const { rows } = await sql<AppointmentRow>`
    select ${columnsFor(actor, now)} from ${joined} where a.provider_id = ${actor.user_id} and ${isActive()}
      and a.starts_at < ${new Date(end)} and a.starts_at > ${new Date(start - dayMs)} and a.ends_at > ${new Date(start)}
    order by a.starts_at, a.id`.execute(db);
  return rows.map(sent);
}
