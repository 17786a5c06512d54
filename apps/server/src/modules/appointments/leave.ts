import type { Appointment } from '@carecommons/contract/appointments';
import type { BodyOf } from '@carecommons/contract/endpoint';
import type { Leave, takeLeave as form } from '@carecommons/contract/schedules';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '../../core/db.ts';
import type { Transaction } from '../../core/idempotency.ts';
import type { Actor } from '../../core/session.ts';
import { notify, withhold } from '../notifications/notifications.ts';
import { addLeave, leaveSpan } from '../schedules/schedules.ts';
import { type AppointmentRow, columns, joined, sent } from './appointments.ts';

interface Away {
  from: Date;
  to: Date;
}

/** The actor's visits and requests as a provider that begin from now on and that a leave falls upon. */
const fallenUpon = (actor: Actor, { from, to }: Away, now: Date) => sql<boolean>`a.provider_id = ${actor.user_id}
  and a.status in ('requested', 'approved') and a.ends_at > ${from} and a.starts_at < ${to} and a.starts_at > ${now}`;

/** What a leave would fall upon, soonest first. Throws `not_allowed`, 400 naming the field. */
export async function listVisitsInLeave(
  db: Db,
  actor: Actor,
  said: { from: string; to: string },
  now: Date,
): Promise<Appointment[]> {
  const away = await leaveSpan(db, actor, said, now);
  const { rows } = await sql<AppointmentRow>`
    select ${columns} from ${joined} where ${fallenUpon(actor, away, now)} order by a.starts_at, a.id`.execute(db);
  return rows.map(sent);
}

// Whoever moves one of the visits has its row, and may wait for the provider's lock, which a leave has: it lets go, and
// comes back a moment later.
const tries = 20;
const pauseMs = 50;
const isHeldBySomebody = (error: unknown) => (error as { code?: string }).code === '55P03';

/**
 * Takes a leave: visits that it falls upon are cancelled and requests declined, their patients told. Throws `not_allowed`,
 * 400 naming the field.
 */
export async function takeLeave(
  { transaction }: { transaction: Transaction },
  actor: Actor,
  said: BodyOf<typeof form>,
  now: Date,
): Promise<Leave & { cancelled: number }> {
  for (let left = tries; ; left--) {
    try {
      return await transaction(async (tx) => await leave(tx, actor, said, now));
    } catch (error) {
      if (!isHeldBySomebody(error) || left === 0) throw error;
      await wait(pauseMs);
    }
  }
}

async function leave(tx: Tx, actor: Actor, said: BodyOf<typeof form>, now: Date) {
  const away = await leaveSpan(tx, actor, said, now);
  // From here on nothing is booked with the provider; what was comes to be seen.
  await sql`select pg_advisory_xact_lock(hashtext('time of a provider'), ${actor.user_id})`.execute(tx);
  const reason = said.reason || null;
  const taken = await addLeave(tx, actor, away, reason, now);
  const ended = await endVisits(tx, actor, away, reason, now);
  for (const { id, version, patient_id, moves_id } of ended) {
    await withhold(tx, id);
    // Of a visit and the new time that was proposed for it, somebody is told once.
    if (ended.some((other) => other.id === moves_id)) continue;
    await notify(tx, patient_id, { kind: 'visit_in_leave', appointment: { id, version } }, now);
  }
  return { ...taken, cancelled: ended.filter(({ moves_id }) => !ended.some(({ id }) => id === moves_id)).length };
}

interface Ended {
  id: number;
  version: number;
  patient_id: number;
  moves_id: number | null;
}

/** Ends what a leave falls upon, and the new times that are proposed for it: for good, a leave is taken back as a whole. */
async function endVisits(tx: Tx, actor: Actor, away: Away, reason: string | null, now: Date): Promise<Ended[]> {
  const { rows: held } = await sql<{ id: number }>`
    select a.id from appointments a where ${fallenUpon(actor, away, now)} or a.provider_id = ${actor.user_id}
      and a.status = 'requested' and a.moves_id in (select a.id from appointments a where ${fallenUpon(actor, away, now)})
    order by a.id for update nowait`.execute(tx);
  const { rows } = await sql<Ended>`
    update appointments set ended_by = 'provider', reason = ${reason}, version = version + 1, remind_at = null,
      undo_until = null, undo_to = null,
      -- Who asked takes back, who was asked declines.
      status = case when status = 'requested' and proposed_by = 'patient' then 'declined' else 'cancelled' end
    where id = any(${held.map(({ id }) => id)}::int[]) and provider_id = ${actor.user_id}
    returning id, version, patient_id, moves_id`.execute(tx);
  return rows;
}
