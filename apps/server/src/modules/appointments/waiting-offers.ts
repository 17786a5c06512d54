import { sql } from 'kysely';
import { type ColumnOf, type Db, lock, type RowOf, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { dayIn, weekdayOf } from '../../platform/time/time.ts';
import { readSchedule, type ScheduleJson, scheduleOf } from '../schedules/schedules.ts';
import { basicProfiles, people } from '../accounts/accounts.ts';
import { providerProfiles } from '../providers/providers.ts';
import { reserveTime, SlotTaken, timeOfPatient } from './reservation.ts';
import { type Changed, notifyOfChange, publishChanges } from './publish.ts';
import { holdsTime, isVisit } from './states.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
// No offer is made so late that the visit begins, or can no longer be requested, before the person may have read it.
const answerableMs = 30 * minuteMs;
const atOnce = 100;
// How many times in a row the next person may turn out to be busy then.
const triesAtMost = 20;

/** Offers each freed time to the first person who waits for it, if there is one. */
export async function offerFreed({ db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>) {
  const { rows } = await sql<
    RowOf<'freed_times', 'id'>
  >`select id from freed_times order by id limit ${atOnce}`.execute(db);
  const failures: unknown[] = [];
  for (const { id } of rows) {
    try {
      const offered = await offerOne(db, id, clock.now());
      if (offered !== undefined) publishChanges(live, [offered]);
    } catch (error) {
      failures.push(error);
    }
  }
  // One that fails does not delay the others.
  if (failures.length > 0) throw failures[0];
}

async function offerOne(db: Db, id: number, now: Date): Promise<Changed | undefined> {
  for (let tries = triesAtMost; tries > 0; tries--) {
    try {
      const offered = await db.transaction().execute(async (tx) => await tryOffer(tx, id, now));
      if (offered !== 'somebody else') return offered;
    } catch (error) {
      // Somebody has booked it in the meantime, or the provider takes no visits then.
      if (!(error instanceof SlotTaken) && !(error instanceof Problem)) throw error;
      break;
    }
  }
  await forget(db, id);
  return undefined;
}

const forget = async (db: Db, id: number) => await sql`delete from freed_times where id = ${id}`.execute(db);

async function tryOffer(tx: Tx, id: number, now: Date): Promise<Changed | 'somebody else' | undefined> {
  const { rows } = await sql<FreedTimeRow>`
    select provider_id, starts_at, agreed from freed_times where id = ${id} for update skip locked`.execute(tx);
  // Another process handles it.
  if (rows[0] === undefined) return undefined;
  const freed = await timeToOffer(tx, rows[0], now);
  const next = freed && (await firstWaiting(tx, freed));
  if (freed === undefined || next === undefined) {
    await forget(tx, id);
    return undefined;
  }

  // The lock that every reservation takes first, so that this person cannot book something else beside the offer.
  await lock(tx, 'requests of a patient', next.patient_id);
  if ((await firstWaiting(tx, freed))?.patient_id !== next.patient_id) return 'somebody else';
  const both = { provider_id: freed.providerId, patient_id: next.patient_id };
  const offer = await reserveTime(
    tx,
    {
      providerId: both.provider_id,
      patientId: both.patient_id,
      time: freed.start.toISOString(),
      problem: next.problem,
      proposedBy: 'provider',
      offered: true,
      expiresAt: freed.expiresAt,
    },
    now,
  );
  await forget(tx, id);
  await notifyOfChange(tx, [both.patient_id], { kind: 'time_offered', appointment: { id: offer, version: 1 } }, now);
  return { id: offer, ...both };
}

/** A time as it was stored when it was freed. */
interface FreedTimeRow extends RowOf<'freed_times', 'provider_id' | 'starts_at'> {
  /** Whether the provider had agreed to a visit then, or proposed one. */
  agreed: ColumnOf<'freed_times', 'agreed'>;
}

interface FreedTime {
  providerId: number;
  start: Date;
  end: Date;
  /** The day in the provider's zone, and its ISO weekday. */
  day: string;
  weekday: number;
  expiresAt: Date;
}

/**
 * The offer of a freed time, and until when; undefined if it can no longer be made. Throws 400 outside the provider's
 * hours.
 */
async function timeToOffer(
  tx: Tx,
  { provider_id: providerId, starts_at: start, agreed }: FreedTimeRow,
  now: Date,
): Promise<FreedTime | undefined> {
  const [from, to] = [new Date(start.getTime() - dayMs), new Date(start.getTime() + dayMs)];
  const { rows } = await sql<{ schedule: ScheduleJson }>`
    select ${scheduleOf(from, to)} as schedule from ${providerProfiles} p
    where p.user_id = ${providerId} and p.listed
      and not exists (select from waiting_lists l where l.provider_id = p.user_id and not l.open)`.execute(tx);
  if (rows[0] === undefined) return undefined;
  const schedule = readSchedule(rows[0].schedule, now);
  // Otherwise somebody could request a time, withdraw, and so have another person's visit confirmed then.
  if (!agreed && !schedule.publishes) return undefined;
  const last = start.getTime() - schedule.notice_minutes * minuteMs;
  if (last - now.getTime() < answerableMs) return undefined;
  timeOfPatient(schedule, start.toISOString(), now);
  const day = dayIn(schedule.zone, start);
  return {
    providerId,
    start,
    end: new Date(start.getTime() + schedule.visit_minutes * minuteMs),
    day,
    weekday: weekdayOf(day),
    expiresAt: new Date(Math.min(now.getTime() + schedule.offer_minutes * minuteMs, last)),
  };
}

/**
 * The next person: the first who joined, whom that day suits, who has nothing else at that time, was never given or
 * offered this very time before, and has no other offer of this provider to answer and no refusal of one to undo.
 */
async function firstWaiting(tx: Tx, { providerId, start, end, day, weekday }: FreedTime) {
  const { rows } = await sql<RowOf<'waits', 'patient_id' | 'problem'>>`
    select w.patient_id, w.problem from waits w join ${people} u on u.id = w.patient_id and u.disabled_at is null
    where w.provider_id = ${providerId} and ${weekday}::smallint = any(w.weekdays)
      and coalesce(w.from_day <= ${day}::date, true) and coalesce(${day}::date <= w.to_day, true)
      and exists (select from ${basicProfiles} f where f.user_id = w.patient_id)
      and ${stillWaits}
      and not exists (select from appointments a where a.patient_id = w.patient_id and a.provider_id = ${providerId}
        and (a.starts_at = ${start} or (a.offered and (a.status = 'requested' or a.undo_until is not null))))
      and not exists (select from appointments a where a.patient_id = w.patient_id
        and a.starts_at between ${start}::timestamptz - interval '24 hours' and ${end}
        and ${holdsTime()}
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(${start}, ${end}))
    order by w.id limit 1`.execute(tx);
  return rows[0];
}

// A time that was taken may have been moved since.
const stillWaits = sql<boolean>`not exists (
  select from appointments o join appointments v on v.chain_id = o.chain_id
  where o.offered and o.patient_id = w.patient_id and o.provider_id = w.provider_id
    and o.requested_at >= w.joined_at and ${isVisit('v')})`;

/**
 * Whether a person on the list `w` has taken no offered time since they joined, and days that suit are still to come.
 */
export const isWaiting = (now: Date) => sql<boolean>`${stillWaits}
  -- No clock is further behind UTC.
  and coalesce(w.to_day >= (${now}::timestamptz at time zone 'UTC' - interval '12 hours')::date, true)`;
