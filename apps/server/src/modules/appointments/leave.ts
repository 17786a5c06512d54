import type { Appointment } from '@carecommons/contract/appointments';
import type { BodyOf } from '@carecommons/contract/endpoint';
import type { Leave, takeLeave as form } from '@carecommons/contract/schedules';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterCommit, type Db, lock, type RowOf, type Tx } from '../../platform/db/db.ts';
import type { Transaction } from '../../platform/routing/routing.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { readAbout } from '../notifications/notifications.ts';
import { addLeave, leaveSpan } from '../schedules/schedules.ts';
import { type AppointmentRow, columnsFor, joined, sent } from './appointments.ts';
import { applyMove, endings, versionAboveChain } from './apply-move.ts';
import { settle } from './chains.ts';
import { type Changed, notifyOfChange, publishChanges } from './publish.ts';
import { holdsTime, isOpen } from './states.ts';

interface Away {
  from: Date;
  to: Date;
}

/** The actor's future visits and requests as provider during a leave. */
const within = (actor: Actor, { from, to }: Away, now: Date) => sql<boolean>`a.provider_id = ${actor.user_id}
  and a.ends_at > ${from} and a.starts_at < ${to} and a.starts_at > ${now}`;

/** What a leave would end, soonest first. Throws `not_allowed`, 400 naming the field. */
export async function listVisitsInLeave(
  db: Db,
  actor: Actor,
  input: { from: string; to: string },
  now: Date,
): Promise<Appointment[]> {
  const away = await leaveSpan(db, actor, input, now);
  const { rows } = await sql<AppointmentRow>`
    select ${columnsFor(actor, now)} from ${joined} where ${isOpen()} and ${within(actor, away, now)}
    order by a.starts_at, a.id`.execute(db);
  return rows.map(sent);
}

// Whoever moves one of the visits has locked its row, and may wait for the provider's lock, which a leave holds. The
// leave then gives up and retries a moment later.
const tries = 20;
const pauseMs = 50;
const isHeldBySomebody = (error: unknown) => (error as { code?: string }).code === '55P03';

/**
 * Adds a leave: visits during it are cancelled, requests declined, and their patients notified. Throws `not_allowed`,
 * 400 naming the field.
 */
export async function takeLeave(
  { transaction, live }: { transaction: Transaction; live: Live },
  actor: Actor,
  input: BodyOf<typeof form>,
  now: Date,
): Promise<Leave & { cancelled: number }> {
  for (let left = tries; ; left--) {
    try {
      return await transaction(async (tx) => {
        const { ended, ...answer } = await leave(tx, actor, input, now);
        afterCommit(tx, () => publishChanges(live, ended));
        return answer;
      });
    } catch (error) {
      if (!isHeldBySomebody(error) || left === 0) throw error;
      await wait(pauseMs);
    }
  }
}

async function leave(tx: Tx, actor: Actor, input: BodyOf<typeof form>, now: Date) {
  const away = await leaveSpan(tx, actor, input, now);
  // From here on nobody can book with the provider; bookings made before are visible.
  await lock(tx, 'time of a provider', actor.user_id);
  const reason = input.reason || null;
  const taken = await addLeave(tx, actor, away, reason, now);
  const ended = await endVisitsDuring(tx, actor, away, reason, now);
  // If a visit and a proposal for it both end, its patient is notified once.
  const visits = ended.filter(({ moves_id }) => !ended.some(({ id }) => id === moves_id));
  for (const { id, version, patient_id } of ended) {
    const people = visits.some((visit) => visit.id === id) ? [patient_id] : [];
    await notifyOfChange(tx, people, { kind: 'visit_in_leave', appointment: { id, version } }, now);
  }
  await readAbout(
    tx,
    actor.user_id,
    ended.map(({ id }) => id),
    now,
  );
  return { ...taken, cancelled: visits.length, ended };
}

interface Ended extends Changed, RowOf<'appointments', 'version' | 'moves_id'> {}

/**
 * Ends what overlaps a leave, and the proposals for it. This cannot be undone, nor can decisions that were made about
 * these times a moment ago: a leave is undone as a whole.
 */
async function endVisitsDuring(tx: Tx, actor: Actor, away: Away, reason: string | null, now: Date): Promise<Ended[]> {
  const { rows: held } = await sql<RowOf<'appointments', 'id' | 'chain_id'>>`
    select a.id, a.chain_id from appointments a
    where a.provider_id = ${actor.user_id} and a.chain_id in (
      select a.chain_id from appointments a
      where ${holdsTime()} and ${within(actor, away, now)})
    order by a.id for update nowait`.execute(tx);
  const chains = held.map(({ chain_id }) => chain_id);
  await settle(tx, sql`a.provider_id = ${actor.user_id} and a.chain_id = any(${chains}::int[])`);
  const fallen = sql`array(select a.id from appointments a where ${isOpen()} and ${within(actor, away, now)})`;
  const which = sql<boolean>`a.provider_id = ${actor.user_id} and a.chain_id = any(${chains}::int[]) and ${isOpen()}
    and array[a.id, a.moves_id] && ${fallen}`;
  const set = { version: versionAboveChain, reason, ended_by: 'provider', remind_at: null } as const;
  return await applyMove(tx, { by: 'provider', which, set }, ...endings);
}
