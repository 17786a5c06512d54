import type { Appointment } from '@carecommons/contract/appointments';
import type { BodyOf } from '@carecommons/contract/endpoint';
import type { Leave, takeLeave as form } from '@carecommons/contract/schedules';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '../../core/db.ts';
import type { Transaction } from '../../core/idempotency.ts';
import type { Live } from '../../core/live.ts';
import type { Actor } from '../../core/session.ts';
import { addLeave, leaveSpan } from '../schedules/schedules.ts';
import { type AppointmentRow, columnsFor, joined, sent } from './appointments.ts';
import { settle } from './chains.ts';
import { type Changed, tell, tellChanged } from './telling.ts';

interface Away {
  from: Date;
  to: Date;
}

/** What of the actor's time as a provider a leave falls upon, from now on. */
const within = (actor: Actor, { from, to }: Away, now: Date) => sql<boolean>`a.provider_id = ${actor.user_id}
  and a.ends_at > ${from} and a.starts_at < ${to} and a.starts_at > ${now}`;
const isOpen = sql<boolean>`a.status in ('requested', 'approved')`;

/** What a leave would fall upon, soonest first. Throws `not_allowed`, 400 naming the field. */
export async function listVisitsInLeave(
  db: Db,
  actor: Actor,
  said: { from: string; to: string },
  now: Date,
): Promise<Appointment[]> {
  const away = await leaveSpan(db, actor, said, now);
  const { rows } = await sql<AppointmentRow>`
    select ${columnsFor(actor, now)} from ${joined} where ${isOpen} and ${within(actor, away, now)}
    order by a.starts_at, a.id`.execute(db);
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
  { transaction, live }: { transaction: Transaction; live: Live },
  actor: Actor,
  said: BodyOf<typeof form>,
  now: Date,
): Promise<Leave & { cancelled: number }> {
  for (let left = tries; ; left--) {
    try {
      let changed: Changed[] = [];
      const taken = await transaction(async (tx) => {
        const { ended, ...answer } = await leave(tx, actor, said, now);
        changed = ended;
        return answer;
      });
      tellChanged(live, changed);
      return taken;
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
  // Of a visit and the new time that was proposed for it, somebody is told once.
  const visits = ended.filter(({ moves_id }) => !ended.some(({ id }) => id === moves_id));
  for (const { id, version, patient_id } of ended) {
    const people = visits.some((visit) => visit.id === id) ? [patient_id] : [];
    await tell(tx, people, { kind: 'visit_in_leave', appointment: { id, version } }, now);
  }
  return { ...taken, cancelled: visits.length, ended };
}

interface Ended extends Changed {
  version: number;
  moves_id: number | null;
}

/**
 * Ends what a leave falls upon, and the new times that are proposed for it. None of it can be taken back, nor what was
 * decided about these times a moment ago: a leave is taken back as a whole.
 */
async function endVisits(tx: Tx, actor: Actor, away: Away, reason: string | null, now: Date): Promise<Ended[]> {
  const { rows: held } = await sql<{ id: number; chain_id: number }>`
    select a.id, a.chain_id from appointments a
    where a.provider_id = ${actor.user_id} and a.chain_id in (
      select a.chain_id from appointments a
      where (${isOpen} or a.undo_until is not null) and ${within(actor, away, now)})
    order by a.id for update nowait`.execute(tx);
  const chains = held.map(({ chain_id }) => chain_id);
  await settle(tx, sql`a.provider_id = ${actor.user_id} and a.chain_id = any(${chains}::int[])`);
  const { rows } = await sql<Ended>`
    with fallen as (select a.id from appointments a where ${isOpen} and ${within(actor, away, now)})
    update appointments a set ended_by = 'provider', reason = ${reason}, remind_at = null,
      -- Above all that the chain has had: calendars follow it from time to time.
      version = (select max(version) from appointments where chain_id = a.chain_id) + 1,
      -- Who asked takes back, who was asked declines.
      status = case when status = 'requested' and proposed_by = 'patient' then 'declined' else 'cancelled' end
    where a.provider_id = ${actor.user_id} and a.chain_id = any(${chains}::int[]) and ${isOpen}
      and (a.id in (select id from fallen) or a.moves_id in (select id from fallen))
    returning a.id, a.version, a.patient_id, a.provider_id, a.moves_id`.execute(tx);
  return rows;
}
