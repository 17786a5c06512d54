import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { dayIn, isoIn, type Span } from '../../platform/time/time.ts';
import {
  daysBetween,
  heldBy,
  type ProviderSchedule,
  readSchedule,
  type ScheduleJson,
  scheduleOf,
  slotsOf,
  spanOf,
  timeline,
} from '../schedules/schedules.ts';
import { providerProfiles } from '../providers/providers.ts';
import { kindOf, type OfferedKind, scheduleFor } from '../visit-kinds/visit-kinds.ts';
import { conflictsJson } from './conflicts.ts';

const offered = 3;
const dayMs = 86_400_000;
// Free times are searched within so many days on either side, and further only if there are too few.
const reaches = [1, 7, 27] as const;
/** The period that is read for free times: a day more than the search covers, because a visit may end after it. */
export const reachMs = (reaches[2] + 1) * dayMs;

/** The time near which free times are searched. */
export interface FreeTimesRequest {
  providerId: number;
  schedule: ProviderSchedule;
  start: Date;
  /** The reservations within `nearMs` on either side, if they were read already. */
  held?: Span[];
}

/** What the search for nearby free times depends on. */
export const nearMs = (reaches[0] + 1) * dayMs;

/**
 * The three free times for a kind of visit (null for the first) that are nearest to a time, soonest first: ISO 8601 in the provider's zone. None if the provider is not
 * listed.
 */
export async function freeTimesNear(
  db: Db,
  { providerId, kind, start }: { providerId: number; kind: number | null; start: Date },
  now: Date,
): Promise<string[]> {
  const [from, to] = [new Date(start.getTime() - reachMs), new Date(start.getTime() + reachMs)];
  const { rows } = await sql<{ schedule: ScheduleJson; kind: OfferedKind | null }>`
    select ${scheduleOf(from, to)} as schedule, ${kindOf(kind)} as kind from ${providerProfiles} p where p.user_id = ${providerId} and p.listed`.execute(
    db,
  );
  if (rows[0] === undefined) return [];
  const schedule = scheduleFor(readSchedule(rows[0].schedule, now), rows[0].kind);
  return await nearestFreeTimes(db, { providerId, schedule, start }, now);
}

/** The same, for a schedule that was read for `reachMs` on either side. */
export async function nearestFreeTimes(
  db: Db,
  { providerId, schedule, start, held }: FreeTimesRequest,
  now: Date,
): Promise<string[]> {
  const wanted = start.getTime();
  const timesWithin = schedule.publishes ? slotsWithin : stepsWithin;
  let found: number[] = [];
  for (const days of reaches) {
    const known = days === reaches[0] ? held : undefined;
    const busy = known ?? (await heldWithin(db, providerId, wanted, (days + 1) * dayMs));
    found = timesWithin(schedule, { wanted, reach: days * dayMs }, busy, now);
    if (found.length >= offered) break;
  }
  const inOrder = found.slice(0, offered).toSorted((one, other) => one - other);
  return inOrder.map((at) => isoIn(schedule.zone, new Date(at)));
}

async function heldWithin(db: Db, providerId: number, wanted: number, around: number): Promise<Span[]> {
  const { rows } = await sql<{ held: [number, number][] }>`
    select ${conflictsJson(providerId, new Date(wanted - around), new Date(wanted + around))} as held`.execute(db);
  return (rows[0]?.held ?? []).map(spanOf);
}

interface Near {
  wanted: number;
  /** How far on either side, in milliseconds. */
  reach: number;
}

/** Free slots, the nearest first. */
function slotsWithin(schedule: ProviderSchedule, { wanted, reach }: Near, busy: Span[], now: Date): number[] {
  const distance = (at: number) => Math.abs(at - wanted);
  const dayAt = (instant: number) => dayIn(schedule.zone, new Date(instant));
  const days = daysBetween(dayAt(wanted - reach), dayAt(wanted + reach));
  return Array.from(slotsOf(schedule, days, busy, now), ({ start }) => start)
    .filter((at) => distance(at) <= reach && at !== wanted)
    .toSorted((one, other) => distance(one) - distance(other));
}

/**
 * If no hours are published: free times at whole visits' distance from the requested one, nearest first, and no more
 * than needed.
 */
function stepsWithin(schedule: ProviderSchedule, { wanted, reach }: Near, busy: Span[], now: Date): number[] {
  const { visit_minutes, buffer_before, buffer_after, notice_minutes, horizon_days } = schedule;
  const [visit, step] = [visit_minutes * 60_000, (visit_minutes + buffer_before + buffer_after) * 60_000];
  const [first, last] = [now.getTime() + notice_minutes * 60_000, now.getTime() + horizon_days * dayMs];
  const { isFree } = timeline([...busy, ...schedule.leaves]);
  const isClosed = (at: number) => schedule.dated[dayIn(schedule.zone, new Date(at))]?.length === 0;
  const found: number[] = [];
  for (let away = step; away <= reach && found.length < offered; away += step) {
    for (const start of [wanted + away, wanted - away]) {
      const held = heldBy(schedule, { start, end: start + visit });
      const timely = start > now.getTime() && start >= first && start <= last;
      if (timely && isFree(held.start, held.end) && !isClosed(start)) found.push(start);
    }
  }
  return found;
}
