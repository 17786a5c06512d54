import { answersCounted, slotDays } from '@carecommons/contract/schedule-rules';
import type { QueryOf } from '@carecommons/contract/endpoint';
import type { BookingTerms, listSlots as endpoint, Slot } from '@carecommons/contract/schedules';
import { sql } from 'kysely';
import type { ColumnOf, Db } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import { dayIn, isoIn } from '../../platform/time/time.ts';
import {
  daysBetween,
  type ProviderSchedule,
  readSchedule,
  type ScheduleJson,
  scheduleOf,
  slotsOf,
  spanOf,
} from '../schedules/schedules.ts';
import { providerProfiles } from '../providers/providers.ts';
import { kindOf, type OfferedKind, publicKinds, scheduleFor } from '../visit-kinds/visit-kinds.ts';
import { conflictsJson } from './conflicts.ts';
import { horizonOf } from './requested-time.ts';

const dayMs = 86_400_000;

interface Busy {
  id: ColumnOf<'providers', 'user_id'>;
  schedule: ScheduleJson;
  kind: OfferedKind | null;
  held: [number, number][];
}

interface Search {
  from: Date;
  to: Date;
  now: Date;
  /** For a kind of visit; the first one of each if absent. */
  kind?: number | undefined;
}

/** The schedules of those of the providers whom the directory shows, and their reservations between two instants. */
async function readBusy(db: Db, providers: number[], { from, to, now, kind }: Search) {
  const { rows } = await sql<Busy>`
    select p.user_id as id, ${scheduleOf(from, to)} as schedule, ${kindOf(kind)} as kind,
      ${conflictsJson(sql`p.user_id`, from, to)} as held
    from ${providerProfiles} p where p.user_id = any(${providers}::int[]) and p.listed`.execute(db);
  return rows.map(({ id, schedule, kind: its, held }) => ({
    id,
    kind: its,
    schedule: scheduleFor(readSchedule(schedule, now), its),
    busy: held.map(spanOf),
  }));
}

/**
 * The slots of a provider that can be requested now, on a range of days in the provider's zone, soonest first. None if
 * the directory does not show the provider or they publish no hours. Throws 400 naming the field.
 */
export async function listSlots(db: Db, id: number, asked: QueryOf<typeof endpoint>, now: Date): Promise<Slot[]> {
  if (asked.to < asked.from) throw invalidField('to', 'Please enter a day that is not before the first one.');
  if (Date.parse(asked.to) - Date.parse(asked.from) >= slotDays * dayMs) {
    throw invalidField('to', `Please choose at most ${slotDays} days at once.`);
  }
  // No zone is more than a day from UTC.
  const from = new Date(Math.max(Date.parse(asked.from), now.getTime()) - dayMs);
  const to = new Date(Math.min(Date.parse(asked.to) + dayMs, horizonOf(now).getTime()) + dayMs);
  if (to <= from) return [];
  const [found] = await readBusy(db, [id], { from, to, now, kind: asked.kind });
  if (found === undefined) return [];
  if (found.kind === null && asked.kind !== undefined) {
    throw invalidField('kind', 'This provider has no such kind of visit.');
  }
  const { schedule, busy } = found;
  const days = daysBetween(later(asked.from, dayIn(schedule.zone, now)), asked.to);
  const slots = Array.from(slotsOf(schedule, days, busy, now));
  return slots
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => ({ start: iso(schedule, start), end: iso(schedule, end) }));
}

const later = (one: string, other: string) => (one < other ? other : one);
const iso = ({ zone }: ProviderSchedule, instant: number) => isoIn(zone, new Date(instant));

// Nearly every provider has a free time in the first period; the others are searched once more, to the end of the
// horizon.
const searchedDays = [28, 366];

/** The next free time of each listed provider who publishes hours; null if there is none. */
export async function listNextTimes(db: Db, providers: number[], now: Date) {
  const next = new Map<number, string | null>();
  let open = providers;
  for (const days of searchedDays) {
    if (open.length === 0) break;
    const to = new Date(now.getTime() + days * dayMs);
    // Slots are counted to the end of that day; a visit that ended before now may reach into the buffer of the first
    // slot.
    const [from, until] = [new Date(now.getTime() - dayMs), new Date(to.getTime() + dayMs)];
    const found = await readBusy(db, open, { from, to: until, now });
    open = [];
    for (const { id, schedule, busy } of found.filter((one) => one.schedule.publishes)) {
      const last = new Date(Math.min(to.getTime(), horizonOf(now, schedule.horizon_days).getTime()));
      const slots = slotsOf(schedule, daysBetween(dayIn(schedule.zone, now), dayIn(schedule.zone, last)), busy, now);
      const { value: first } = slots.next();
      next.set(id, first === undefined ? null : iso(schedule, first.start));
      if (first === undefined && schedule.horizon_days >= days) open.push(id);
    }
  }
  return providers.flatMap((user) => (next.has(user) ? [{ user, next: next.get(user) ?? null }] : []));
}

/**
 * The providers who have a free time within so many days, including today in the provider's zone; never those without
 * published hours.
 */
export async function freeWithin(db: Db, providers: number[], days: number, now: Date): Promise<Set<number>> {
  const from = new Date(now.getTime() - dayMs);
  const to = new Date(now.getTime() + (days + 1) * dayMs);
  const found = await readBusy(db, providers, { from, to, now });
  const free = found.filter(({ schedule, busy }) => {
    const today = dayIn(schedule.zone, now);
    const last = new Date(Date.parse(today) + (days - 1) * dayMs).toISOString().slice(0, 10);
    return slotsOf(schedule, daysBetween(today, last), busy, now).next().value !== undefined;
  });
  return new Set(free.map(({ id }) => id));
}

/** The rules for booking with a provider. Throws `not_found` if the directory does not show the provider. */
export async function getBookingTerms(db: Db, id: number, now: Date): Promise<BookingTerms> {
  const since = new Date(now.getTime() - answersCounted.days * dayMs);
  // Only an answer sets when a request was decided: an expired or withdrawn one says nothing about its provider.
  const { rows } = await sql<{
    schedule: ScheduleJson;
    answers: number;
    median: number | null;
    kinds: BookingTerms['kinds'];
  }>`
    select ${scheduleOf(now, now)} as schedule, ${publicKinds} as kinds, answered.* from ${providerProfiles} p, lateral (
      select count(*) as answers,
        percentile_cont(0.5) within group (order by extract(epoch from decided_at - requested_at)) as median
      from appointments where provider_id = p.user_id and status <> 'requested' and decided_at > ${since}
        and proposed_by = 'patient' and not confirmed_at_once) answered
    where p.user_id = ${id} and p.listed`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_found');
  const { schedule, answers, median, kinds } = rows[0];
  const { publishes, ...rules } = readSchedule(schedule, now);
  const known = median !== null && answers >= answersCounted.atLeast;
  return {
    publishes_hours: publishes,
    visit_minutes: rules.visit_minutes,
    horizon_days: rules.horizon_days,
    answer_hours: rules.answer_hours,
    cancel_minutes: rules.cancel_minutes,
    move_minutes: rules.move_minutes,
    offer_minutes: rules.offer_minutes,
    usual_answer_minutes: known ? Math.ceil(median / 60) : null,
    kinds,
  };
}
