import { expiryOf, type Side } from '@carecommons/contract/appointment-rules';
import { openRequestsLimit } from '@carecommons/contract/appointments';
import { type RawBuilder, sql } from 'kysely';
import { type Db, lock, type RowOf, type Tx } from '../../platform/db/db.ts';
import type { Transaction } from '../../platform/routing/routing.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import { dayIn } from '../../platform/time/time.ts';
import {
  heldBy,
  isAway,
  type ProviderSchedule,
  readSchedule,
  type ScheduleJson,
  scheduleOf,
  slotsOf,
  spanOf,
} from '../schedules/schedules.ts';
import { providerProfiles } from '../providers/providers.ts';
import { basicProfiles } from '../accounts/accounts.ts';
import { conflictsJson } from './conflicts.ts';
import { type FreeTimesRequest, nearestFreeTimes, nearMs, reachMs } from './free-times.ts';
import { horizonOf, refuseTime, parseRequestedTime } from './requested-time.ts';

const dayMs = 86_400_000;

/** A time that one side asks the other for. */
export interface ReservationRequest {
  providerId: number;
  patientId: number;
  /** Local time of the provider's zone, or a time with an offset. */
  time: string;
  problem: string;
  proposedBy: Side;
  /** Of a proposed new time: the appointment that it would move, and its chain. */
  moves?: { id: number; chain_id: number };
  reason?: string | null;
  /** A time that became free, offered to somebody on the waiting list; until when, `expiresAt` says. */
  offered?: boolean;
  /** Until when it can be answered, where the rule of requests does not say it. */
  expiresAt?: Date;
}

interface BookingFacts {
  has_profile: boolean;
  listed: boolean | null;
  schedule: ScheduleJson;
  /** What is held near the time by others than the chain that it would move. */
  others: [number, number][];
}

/** What ends a transaction whose time turned out to be somebody else's. */
export class SlotTaken extends Error {
  readonly wanted: FreeTimesRequest;
  constructor(wanted: FreeTimesRequest) {
    super('taken');
    this.wanted = wanted;
  }
}

/**
 * Runs work that holds a time in the transaction of its call. Throws `slot_taken` with the nearest free times where the
 * time is somebody else's.
 */
export async function withReservation<T>(
  { db, transaction }: { db: Db; transaction: Transaction },
  work: (tx: Tx) => Promise<T>,
  now: Date,
): Promise<T> {
  try {
    return await transaction(work);
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    // Looked for now that no lock is held: within, everybody who lost the same time would wait for it in turn.
    throw new Problem('slot_taken', { freeTimes: await nearestFreeTimes(db, error.wanted, now) });
  }
}

/** A time that was free a moment ago, by everybody's rules. */
interface FreeTime {
  wanted: ReservationRequest;
  schedule: ProviderSchedule;
  start: Date;
  end: Date;
  held: RawBuilder<unknown>;
}

/**
 * Holds a time as a request of one side to the other, and returns the id of its appointment; to be called within
 * `withReservation`. Throws what its three steps do.
 */
export async function reserveTime(tx: Tx, wanted: ReservationRequest, now: Date): Promise<number> {
  const free = await findFreeTime(tx, wanted, now);
  await lockPatient(tx, wanted, now);
  return await insertReservation(tx, free, now);
}

/**
 * Looks whether a time is free, without a wait for any lock; to be called within `withReservation`. A patient is bound by the
 * provider's hours, notice, horizon and leaves, the provider is not. Throws `profile_required`, 400 naming the field,
 * `not_found`; of a move `wrong_state` where the provider is not listed.
 */
export async function findFreeTime(tx: Tx, wanted: ReservationRequest, now: Date): Promise<FreeTime> {
  const { providerId, patientId, time, moves, proposedBy } = wanted;
  const about = aboutWhen(time, now);
  const around = (ms: number) => [new Date(about - ms), new Date(about + ms)] as const;
  const { rows: known } = await sql<BookingFacts>`
    select exists (select from ${basicProfiles} profile where user_id = ${patientId}) as has_profile, p.listed,
      ${scheduleOf(...around(reachMs))} as schedule,
      ${conflictsJson(providerId, ...around(nearMs + dayMs), moves?.chain_id ?? null)} as others
    from (values (${providerId}::int)) wanted (id) left join ${providerProfiles} p on p.user_id = wanted.id`.execute(
    tx,
  );
  const { has_profile, listed, schedule: json, others } = known[0] as BookingFacts;
  if (!has_profile && moves === undefined) throw new Problem('profile_required');
  if (providerId === patientId) throw invalidField('healthcare_provider', 'You cannot book with yourself.');
  if (listed !== true && moves !== undefined) throw new Problem('wrong_state');
  if (listed !== true) throw new Problem('not_found');
  const schedule = readSchedule(json, now);
  const start =
    proposedBy === 'patient' ? timeOfPatient(schedule, time, now) : parseRequestedTime(time, schedule.zone, now);
  const end = new Date(start.getTime() + schedule.visit_minutes * 60_000);
  const span = heldBy(schedule, { start: start.getTime(), end: end.getTime() });
  // Most losers are told so here, without a wait for any lock, and know already what else is held.
  const heldByOthers = others.map(spanOf);
  if (heldByOthers.some((other) => other.start < span.end && span.start < other.end)) {
    throw new SlotTaken({ providerId, schedule, start, held: heldByOthers });
  }
  return { wanted, schedule, start, end, held: sql`tstzrange(${new Date(span.start)}, ${new Date(span.end)})` };
}

/** Has a patient's requests made one after the other from here to the end of the transaction. Throws `too_many_requests_open`. */
export async function lockPatient(tx: Tx, { providerId, patientId, proposedBy }: ReservationRequest, now: Date) {
  // First the patient's lock, then the provider's, for everybody: so nobody waits in a circle.
  await lock(tx, 'requests of a patient', patientId);
  if (proposedBy === 'patient') await refuseTooMany(tx, patientId, providerId, now);
}

/**
 * Holds a time that was found free, in the patient's turn. The provider's lock is held from here to the end of the transaction:
 * everybody else who books there waits for what is done after it.
 */
export async function insertReservation(
  tx: Tx,
  { wanted, schedule, start, end, held }: FreeTime,
  now: Date,
): Promise<number> {
  const { providerId, patientId, moves, proposedBy } = wanted;
  const chain = moves?.chain_id ?? null;
  // Without the provider's lock, tries on overlapping times wait for each other's rows in circles, which ends in deadlocks. It
  // is taken by the statement that needs it.
  const { rows } = await sql<RowOf<'appointments', 'id'>>`
    insert into appointments (provider_id, patient_id, chain_id, starts_at, ends_at, time_zone, held, problem, status,
      requested_at, proposed_by, offered, moves_id, reason, expires_at, cancel_minutes, move_minutes)
    select ${providerId}::int, ${patientId}::int, ${chain}::int, ${start}::timestamptz, ${end}::timestamptz,
      ${schedule.zone}::text, ${held}, ${wanted.problem}::text, 'requested', ${now}::timestamptz, ${proposedBy}::text,
      ${wanted.offered ?? false}::boolean, ${moves?.id ?? null}::int, ${wanted.reason ?? null}::text,
      ${wanted.expiresAt ?? expiryOf(now, start, schedule.answer_hours)}::timestamptz,
      ${schedule.cancel_minutes}::int, ${schedule.move_minutes}::int
    where turn_at_time(${providerId}, ${held}, ${chain})
    on conflict on constraint appointments_never_overlap do nothing
    returning id`.execute(tx);
  if (rows[0] === undefined) throw new SlotTaken({ providerId, schedule, start });
  if (proposedBy === 'patient' || wanted.offered === true) await refuseDuringLeave(tx, providerId, held);
  return rows[0].id;
}

/** The instant that a patient asks for, by the provider's rules. Throws 400 naming `appointment_datetime`. */
export function timeOfPatient(schedule: ProviderSchedule, text: string, now: Date): Date {
  const start = parseRequestedTime(text, schedule.zone, now, schedule.horizon_days);
  const day = dayIn(schedule.zone, start);
  if (schedule.publishes) {
    const slots = Array.from(slotsOf(schedule, [day], [], now), (slot) => slot.start);
    if (!slots.includes(start.getTime())) throw refuseTime('Please choose one of the free times.');
    return start;
  }
  if (start.getTime() - now.getTime() < schedule.notice_minutes * 60_000) {
    throw refuseTime('That is too soon for this provider. Please choose a later time.');
  }
  if (schedule.dated[day]?.length === 0) throw onLeaveThen();
  const end = start.getTime() + schedule.visit_minutes * 60_000;
  const held = heldBy(schedule, { start: start.getTime(), end });
  if (schedule.leaves.some((leave) => leave.start < held.end && held.start < leave.end)) throw onLeaveThen();
  return start;
}

const onLeaveThen = () => refuseTime('The provider takes no visits then. Please choose another time.');

async function refuseTooMany(tx: Tx, patientId: number, providerId: number, now: Date) {
  const { rows } = await sql<{ with_one: number; in_all: number }>`
    select count(*) filter (where provider_id = ${providerId}) as with_one, count(*) as in_all
    from appointments where patient_id = ${patientId} and proposed_by = 'patient' and status = 'requested'
      and starts_at > ${now}`.execute(tx);
  const { with_one, in_all } = rows[0] as { with_one: number; in_all: number };
  if (with_one >= openRequestsLimit.withOneProvider || in_all >= openRequestsLimit.inAll) {
    throw new Problem('too_many_requests_open');
  }
}

/** A leave may have been taken while the lock was waited for: whoever takes one holds it, too. */
async function refuseDuringLeave(tx: Tx, providerId: number, held: RawBuilder<unknown>) {
  if (await isAway(tx, providerId, held)) throw onLeaveThen();
}

/** The instant of a text to within a day, for its zone is not known: what has to be read lies around it. */
function aboutWhen(text: string, now: Date): number {
  const wall = Date.parse(`${text.slice(0, 16)}Z`);
  // What is past or too far ahead is refused, and no calendar of the database goes as far as such a text.
  const last = horizonOf(now).getTime() + reachMs;
  return Number.isNaN(wall) ? now.getTime() : Math.min(Math.max(wall, now.getTime() - reachMs), last);
}
