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
import { kindOf, type OfferedKind, scheduleFor } from '../visit-kinds/visit-kinds.ts';
import { basicProfiles } from '../accounts/accounts.ts';
import { conflictsJson } from './conflicts.ts';
import { type FreeTimesRequest, nearestFreeTimes, nearMs, reachMs } from './free-times.ts';
import { confirmedAtOnceLimit } from '@carecommons/contract/visit-kind-rules';
import { horizonOf, refuseTime, parseRequestedTime } from './requested-time.ts';
import { isKnownTo } from './known-patients.ts';

const dayMs = 86_400_000;

/** A time that one side requests from the other. */
export interface ReservationRequest {
  providerId: number;
  patientId: number;
  /** Local time in the provider's zone, or a time with an offset. */
  time: string;
  problem: string;
  proposedBy: Side;
  /** The kind of visit; the provider's first one if absent. */
  kind?: number | null | undefined;
  /** For a proposal: the appointment that it would move, and its chain. It keeps the kind of that one. */
  moves?: { id: number; chain_id: number };
  reason?: string | null;
  /** A freed time that is offered to a person on the waiting list; `expiresAt` says until when. */
  offered?: boolean;
  /** Until when it can be answered, if the rule for requests does not decide that. */
  expiresAt?: Date;
}

interface BookingFacts {
  has_profile: boolean;
  listed: boolean | null;
  schedule: ScheduleJson;
  kind: OfferedKind | null;
  /** Whether the patient has had a visit with the provider before. */
  known: boolean;
  /** The reservations near the time, except those of the chain that it would move. */
  others: [number, number][];
}

/** Ends the transaction of a request whose time turned out to be taken. */
export class SlotTaken extends Error {
  readonly wanted: FreeTimesRequest;
  constructor(wanted: FreeTimesRequest) {
    super('taken');
    this.wanted = wanted;
  }
}

/**
 * Runs work that reserves a time, in the transaction of its call. If the time is taken, throws `slot_taken` with the
 * nearest free times.
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
    // Searched only now that no lock is held: inside the transaction, everybody who lost the same time would wait for
    // the search.
    throw new Problem('slot_taken', { freeTimes: await nearestFreeTimes(db, error.wanted, now) });
  }
}

/** A time that was free a moment ago and satisfies all rules. */
export interface FreeTime {
  wanted: ReservationRequest;
  kind: OfferedKind | null;
  known: boolean;
  schedule: ProviderSchedule;
  start: Date;
  end: Date;
  held: RawBuilder<unknown>;
}

/**
 * Reserves a time as a request of one side to the other, and returns the id of its appointment. Call it within
 * `withReservation`. Throws what its three steps throw.
 */
export async function reserveTime(tx: Tx, wanted: ReservationRequest, now: Date): Promise<number> {
  const free = await findFreeTime(tx, wanted, now);
  await lockPatient(tx, wanted, now);
  return await insertReservation(tx, free, now);
}

/**
 * Checks whether a time is free, without waiting for a lock. Call it within `withReservation`. The provider's hours,
 * notice, horizon and leaves bind a patient, not the provider. Throws `profile_required`, 400 naming the field,
 * `not_found`; for a move `wrong_state` if the provider is not listed. `judge` refuses the kind of visit before the time is judged.
 */
export async function findFreeTime(
  tx: Tx,
  wanted: ReservationRequest,
  now: Date,
  judge?: (kind: OfferedKind | null, known: boolean) => void,
): Promise<FreeTime> {
  const { providerId, patientId, time, moves, proposedBy } = wanted;
  const about = aboutWhen(time, now);
  const around = (ms: number) => [new Date(about - ms), new Date(about + ms)] as const;
  const { rows: facts } = await sql<BookingFacts>`
    select exists (select from ${basicProfiles} profile where user_id = ${patientId}) as has_profile, p.listed,
      ${scheduleOf(...around(reachMs))} as schedule, ${kindOf(wanted.kind)} as kind,
      ${isKnownTo(providerId, patientId, now)} as known,
      ${conflictsJson(providerId, ...around(nearMs + dayMs), moves?.chain_id ?? null)} as others
    from (values (${providerId}::int)) wanted (id) left join ${providerProfiles} p on p.user_id = wanted.id`.execute(
    tx,
  );
  const { has_profile, listed, schedule: json, kind, others, known } = facts[0] as BookingFacts;
  if (!has_profile && moves === undefined) throw new Problem('profile_required');
  if (providerId === patientId) throw invalidField('healthcare_provider', 'You cannot book with yourself.');
  if (listed !== true && moves !== undefined) throw new Problem('wrong_state');
  if (listed !== true) throw new Problem('not_found');
  judge?.(kind, known);
  const schedule = scheduleFor(readSchedule(json, now), kind);
  const start =
    proposedBy === 'patient' ? timeOfPatient(schedule, time, now) : parseRequestedTime(time, schedule.zone, now);
  const end = new Date(start.getTime() + schedule.visit_minutes * 60_000);
  const span = heldBy(schedule, { start: start.getTime(), end: end.getTime() });
  // Most losers learn it here without waiting for a lock, and the other reservations are already read.
  const heldByOthers = others.map(spanOf);
  if (heldByOthers.some((other) => other.start < span.end && span.start < other.end)) {
    throw new SlotTaken({ providerId, schedule, start, held: heldByOthers });
  }
  return {
    wanted,
    kind,
    known,
    schedule,
    start,
    end,
    held: sql`tstzrange(${new Date(span.start)}, ${new Date(span.end)})`,
  };
}

/** Serializes the requests of a patient until the transaction ends. Throws `too_many_requests_open`. */
export async function lockPatient(
  tx: Tx,
  { providerId, patientId, proposedBy }: ReservationRequest,
  now: Date,
  { confirmedAtOnce = false } = {},
) {
  // Everybody takes first the patient's lock, then the provider's, so there are no deadlocks.
  await lock(tx, 'requests of a patient', patientId);
  if (confirmedAtOnce) await refuseTooManyConfirmed(tx, patientId, now);
  else if (proposedBy === 'patient') await refuseTooMany(tx, patientId, providerId, now);
}

/**
 * Reserves a time that was found free, under the patient's lock. The provider's lock is held from here until the
 * transaction ends: everybody else who books with the provider waits for what follows.
 */
export async function insertReservation(
  tx: Tx,
  { wanted, kind, schedule, start, end, held }: FreeTime,
  now: Date,
): Promise<number> {
  const { providerId, patientId, moves, proposedBy } = wanted;
  const chain = moves?.chain_id ?? null;
  const copied =
    moves === undefined
      ? sql`${kind?.id ?? null}::int, ${kind?.name ?? null}::text, ${kind?.fee ?? null}::int,
          ${kind?.confirmation ?? null}::text, ${kind?.video_url ?? null}::text where`
      : sql`m.kind_id, m.kind_name, m.kind_fee, m.kind_confirmation, m.kind_video_url
        from appointments m where m.id = ${moves.id} and`;
  // Without the provider's lock, requests for overlapping times wait for each other's rows and deadlock. The statement
  // that needs the lock takes it.
  const { rows } = await sql<RowOf<'appointments', 'id'>>`
    insert into appointments (provider_id, patient_id, chain_id, starts_at, ends_at, time_zone, held, problem, status,
      requested_at, proposed_by, offered, moves_id, reason, expires_at, cancel_minutes, move_minutes, kind_id, kind_name,
      kind_fee, kind_confirmation, kind_video_url)
    select ${providerId}::int, ${patientId}::int, ${chain}::int, ${start}::timestamptz, ${end}::timestamptz,
      ${schedule.zone}::text, ${held}, ${wanted.problem}::text, 'requested', ${now}::timestamptz, ${proposedBy}::text,
      ${wanted.offered ?? false}::boolean, ${moves?.id ?? null}::int, ${wanted.reason ?? null}::text,
      ${wanted.expiresAt ?? expiryOf(now, start, schedule.answer_hours)}::timestamptz,
      ${schedule.cancel_minutes}::int, ${schedule.move_minutes}::int, ${copied} turn_at_time(${providerId}, ${held}, ${chain})
    on conflict on constraint appointments_never_overlap do nothing
    returning id`.execute(tx);
  if (rows[0] === undefined) throw new SlotTaken({ providerId, schedule, start });
  if (proposedBy === 'patient' || wanted.offered === true) await refuseDuringLeave(tx, providerId, held);
  return rows[0].id;
}

/** The instant that a patient requests, by the provider's rules. Throws 400 naming `appointment_datetime`. */
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

/** Nobody approves these: without a limit, one patient could take all times of a provider. */
async function refuseTooManyConfirmed(tx: Tx, patientId: number, now: Date) {
  const { rows } = await sql<{ ahead: number }>`
    select count(*) as ahead from appointments where patient_id = ${patientId} and confirmed_at_once
      and status = 'approved' and starts_at > ${now}`.execute(tx);
  if ((rows[0] as { ahead: number }).ahead < confirmedAtOnceLimit) return;
  throw new Problem('too_many_requests_open', {
    message: 'You have reached the limit for visits that are confirmed at once. Please wait until one of them is over.',
  });
}

/** A leave may have been added during the wait for the lock: adding one takes the same lock. */
async function refuseDuringLeave(tx: Tx, providerId: number, held: RawBuilder<unknown>) {
  if (await isAway(tx, providerId, held)) throw onLeaveThen();
}

/** The instant of a text to within a day, because its zone is unknown: what has to be read lies around it. */
function aboutWhen(text: string, now: Date): number {
  const wall = Date.parse(`${text.slice(0, 16)}Z`);
  // A time in the past or too far ahead is refused; no calendar of the database reaches as far as such a text.
  const last = horizonOf(now).getTime() + reachMs;
  return Number.isNaN(wall) ? now.getTime() : Math.min(Math.max(wall, now.getTime() - reachMs), last);
}
