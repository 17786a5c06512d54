import type { Side, Status } from '@carecommons/contract/appointment-rules';
import type { NotificationKind } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import type { ErasureStep, Leaving } from '../../core/erasure.ts';
import { keepCare } from '../../core/kept-care.ts';
import type { Tx } from '../../core/db.ts';
import { settle } from './chains.ts';
import { type Changed, tell, tellChanged } from './telling.ts';

const sides = {
  patient: { own: sql`a.patient_id`, lock: 'requests of a patient', reason: null },
  provider: { own: sql`a.provider_id`, lock: 'time of a provider', reason: 'This provider has left the site.' },
} as const;

interface Ended extends Changed {
  version: number;
  moves_id: number | null;
  was: Status;
  proposed_by: Side;
}

/** Ends what is still to come of the visits of somebody who leaves, on both sides, and tells the others of them. */
export const endVisits: ErasureStep = async ({ db, clock, live }, { user_id }) => {
  for (const side of ['patient', 'provider'] as const) {
    const ended = await db.transaction().execute((tx) => endOn(tx, side, user_id, clock.now()));
    tellChanged(live, ended);
  }
};

async function endOn(tx: Tx, side: Side, userId: number, now: Date): Promise<Ended[]> {
  const { own, lock, reason } = sides[side];
  // What is being booked just now is seen after that; nothing more is, for the account is closed.
  await sql`select pg_advisory_xact_lock(hashtext(${lock}), ${userId})`.execute(tx);
  const isOpen = sql<boolean>`a.status in ('requested', 'approved')`;
  // Whoever moves one of them may wait for that lock: then this is done a moment later.
  const { rows: held } = await sql<{ chain_id: number }>`
    select a.chain_id from appointments a where ${own} = ${userId} and a.chain_id in (
      select a.chain_id from appointments a where ${own} = ${userId} and (${isOpen} or a.undo_until is not null))
    order by a.id for update nowait`.execute(tx);
  const chains = held.map(({ chain_id }) => chain_id);
  await settle(tx, sql`${own} = ${userId} and a.chain_id = any(${chains}::int[])`);
  const { rows } = await sql<Ended>`
    with over as (
      select a.id, a.status as was, (select max(version) from appointments where chain_id = a.chain_id) + 1 as version
      from appointments a where ${own} = ${userId} and a.chain_id = any(${chains}::int[])
        and (a.status = 'requested' or (a.status = 'approved' and a.starts_at > ${now})))
    update appointments a set ended_by = ${side}, reason = ${reason}, remind_at = null, version = over.version,
      undo_until = ${now}, undo_to = over.was,
      -- Who asked takes back, who was asked declines.
      status = case when over.was = 'requested' and a.proposed_by <> ${side} then 'declined' else 'cancelled' end
    from over where a.id = over.id
    returning a.id, a.version, a.patient_id, a.provider_id, a.moves_id, a.proposed_by, over.was`.execute(tx);
  await settle(tx, sql`${own} = ${userId} and a.chain_id = any(${chains}::int[])`);
  // Of a visit and the new time that was proposed for it, somebody is told once.
  const told = rows.filter(({ moves_id }) => !rows.some(({ id }) => id === moves_id));
  for (const row of told) {
    const other = side === 'patient' ? row.provider_id : row.patient_id;
    await tell(tx, [other], { kind: kindOf(row, side), appointment: { id: row.id, version: row.version } }, now);
  }
  return rows;
}

function kindOf({ was, proposed_by }: Ended, side: Side): NotificationKind {
  if (was === 'approved') return 'visit_cancelled';
  return proposed_by === side ? 'request_withdrawn' : side === 'provider' ? 'request_declined' : 'move_declined';
}

/** Takes what a patient said out of the visits, which stay as hours in the calendars of others; kept where they took place. */
export const clearVisits: ErasureStep = async ({ db }, { user_id, care_until }: Leaving) => {
  await db.transaction().execute(async (tx) => {
    // A report that is being uploaded is there after that; none comes any more, for its patient is gone.
    await sql`select from appointments a where a.patient_id = ${user_id} order by a.id for update`.execute(tx);
    if (care_until !== null) {
      await keepCare(
        tx,
        'visit',
        user_id,
        sql`select a.id, null, jsonb_build_object('provider_id', a.provider_id, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
            'status', a.status, 'problem', a.problem, 'reason', a.reason)
          from appointments a where a.patient_id = ${user_id} and ${tookPlace}`,
      );
    }
    await sql`
      update appointments a set problem = '', reason = null, undo_reason = null
      where a.patient_id = ${user_id} and (a.problem <> '' or a.reason is not null or a.undo_reason is not null)`.execute(
      tx,
    );
  });
};

/** Whether a visit `a`, none of which is to come any more, is one that its provider has to keep. */
const tookPlace = sql<boolean>`(a.status in ('approved', 'completed', 'no_show')
  or exists (select from records r where r.appointment_id = a.id))`;

/** Takes somebody who leaves out of waiting lists, and closes their own as a provider. */
export const leaveWaiting: ErasureStep = async ({ db }, { user_id }) => {
  await db.transaction().execute(async (tx) => {
    await sql`delete from waits where ${user_id} in (patient_id, provider_id)`.execute(tx);
    await sql`delete from freed_times where provider_id = ${user_id}`.execute(tx);
    await sql`delete from waiting_lists where provider_id = ${user_id}`.execute(tx);
  });
};
