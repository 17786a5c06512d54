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
import { conflictsJson } from './conflicts.ts';

const offered = 3;
const dayMs = 86_400_000;
// Free times are looked for so many days to either side, further only where there are too few.
const reaches = [1, 7, 27] as const;
/** What a free time is looked for in: a day more than its reach, for a visit may end after it. */
export const reachMs = (reaches[2] + 1) * dayMs;

/** Near which time free ones are looked for. */
export interface FreeTimesRequest {
  providerId: number;
  schedule: ProviderSchedule;
  start: Date;
  /** What is held within `nearMs` to either side, where that was read already. */
  held?: Span[];
}

/** What has to be known to look for free times close by. */
export const nearMs = (reaches[0] + 1) * dayMs;

/** The three free times nearest to a time, soonest first: ISO 8601 in the provider's zone; none of one who is not listed. */
export async function freeTimesNear(db: Db, providerId: number, start: Date, now: Date): Promise<string[]> {
  const [from, to] = [new Date(start.getTime() - reachMs), new Date(start.getTime() + reachMs)];
  const { rows } = await sql<{ schedule: ScheduleJson }>`
    select ${scheduleOf(from, to)} as schedule from ${providerProfiles} p where p.user_id = ${providerId} and p.listed`.execute(
    db,
  );
  if (rows[0] === undefined) return [];
  return await nearestFreeTimes(db, { providerId, schedule: readSchedule(rows[0].schedule, now), start }, now);
}

/** The same, of a schedule that is known for `reachMs` to either side. */
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
  /** How far to either side, in milliseconds. */
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

/** Where no hours are published: free times in whole visits from the wanted one, the nearest first, and no more than needed. */
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
