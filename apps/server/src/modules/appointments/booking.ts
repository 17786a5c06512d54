import { expiryOf } from '@carecommons/contract/appointment-rules';
import { type Appointment, type createAppointment, openRequestsLimit } from '@carecommons/contract/appointments';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { sql } from 'kysely';
import type { Db, Tx } from '../../core/db.ts';
import type { Transaction } from '../../core/idempotency.ts';
import { invalidField, Problem } from '../../core/problem.ts';
import type { Actor } from '../../core/session.ts';
import { getAppointment, holdsTime } from './appointments.ts';
import { freeTimes, visitMs } from './free-times.ts';
import { wantedTime } from './times.ts';

interface Slot {
  providerId: number;
  zone: string;
  start: Date;
}

/** What ends a transaction whose time turned out to be somebody else's. */
class Taken extends Error {
  readonly slot: Slot;
  constructor(slot: Slot) {
    super('taken');
    this.slot = slot;
  }
}

/**
 * Asks a provider for a time; it is held from then on. Throws `not_allowed`, `profile_required`, 400 naming the field,
 * `not_found`, `too_many_requests_open`, and `slot_taken` with the nearest free times.
 */
export async function book(
  { db, transaction }: { db: Db; transaction: Transaction },
  actor: Actor,
  wanted: BodyOf<typeof createAppointment>,
  now: Date,
): Promise<Appointment> {
  try {
    return await transaction(async (tx) => await hold(tx, actor, wanted, now));
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    // Looked for now that no lock is held: within, everybody who lost the same time would wait for it in turn.
    throw new Problem('slot_taken', { freeTimes: await freeTimes(db, error.slot, now) });
  }
}

async function hold(tx: Tx, actor: Actor, wanted: BodyOf<typeof createAppointment>, now: Date) {
  const { user, healthcare_provider: providerId, problem } = wanted;
  if (user !== actor.user_id) throw new Problem('not_allowed');
  const { rows: known } = await sql<{ has_profile: boolean; zone: string | null }>`
    select exists (select from profiles where user_id = ${actor.user_id}) as has_profile,
      (select time_zone from providers where user_id = ${providerId} and listed) as zone`.execute(tx);
  const { has_profile, zone } = known[0] as { has_profile: boolean; zone: string | null };
  if (!has_profile) throw new Problem('profile_required');
  if (providerId === actor.user_id) throw invalidField('healthcare_provider', 'You cannot book with yourself.');
  if (zone === null) throw new Problem('not_found');
  const start = wantedTime(wanted.appointment_datetime, zone, now);
  const end = new Date(start.getTime() + visitMs);

  // Most losers are told so here, without a wait for any lock.
  if (await isTaken(tx, providerId, start, end)) throw new Taken({ providerId, zone, start });
  // First the patient's lock, then the provider's, for everybody: so nobody waits in a circle.
  await sql`select pg_advisory_xact_lock(hashtext('requests of a patient'), ${actor.user_id})`.execute(tx);
  await refuseTooMany(tx, actor, providerId, now);
  // Without the provider's lock, tries on overlapping times wait for each other's rows in circles, which ends in deadlocks. It
  // is taken by the statement that needs it: everybody who lost waits for it, and then holds it no longer than this.
  const { rows } = await sql<{ id: number }>`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at,
      expires_at, cancel_minutes, move_minutes)
    select ${providerId}::int, ${actor.user_id}::int, ${start}::timestamptz, ${end}::timestamptz, ${zone}::text,
      tstzrange(${start}, ${end}), ${problem}::text, 'requested', ${now}::timestamptz,
      ${expiryOf(now, start, scheduleDefaults.answer_hours)}::timestamptz, ${scheduleDefaults.cancel_minutes}::int,
      ${scheduleDefaults.move_minutes}::int
    where pg_advisory_xact_lock(hashtext('time of a provider'), ${providerId}) is not null
    on conflict on constraint appointments_never_overlap do nothing
    returning id`.execute(tx);
  if (rows[0] === undefined) throw new Taken({ providerId, zone, start });
  return await getAppointment(tx, actor, rows[0].id);
}

async function refuseTooMany(tx: Tx, actor: Actor, providerId: number, now: Date) {
  const { rows } = await sql<{ with_one: number; in_all: number }>`
    select count(*) filter (where provider_id = ${providerId}) as with_one, count(*) as in_all
    from appointments where patient_id = ${actor.user_id} and status = 'requested' and starts_at > ${now}`.execute(tx);
  const { with_one, in_all } = rows[0] as { with_one: number; in_all: number };
  if (with_one >= openRequestsLimit.withOneProvider || in_all >= openRequestsLimit.inAll) {
    throw new Problem('too_many_requests_open');
  }
}

async function isTaken(db: Db, providerId: number, start: Date, end: Date) {
  const { rows } = await sql`
    select 1 from appointments where provider_id = ${providerId} and ${holdsTime} and held && tstzrange(${start}, ${end}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
