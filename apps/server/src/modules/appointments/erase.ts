import type { Side } from '@carecommons/contract/appointment-rules';
import type { NotificationKind } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import { type ErasureStep, keepCare, type Leaving } from '../erasure/erasure.ts';
import { lock, type RowOf, type Tx } from '../../platform/db/db.ts';
import { applyMove, endings, type Moved, versionAboveChain } from './apply-move.ts';
import { hasReport } from '../records/records.ts';
import { settle } from './chains.ts';
import { notifyOfChange, publishChanges } from './publish.ts';
import { endsWithLeaver, holdsTime, isVisit } from './states.ts';

const sides = {
  patient: { own: sql`a.patient_id`, lockName: 'requests of a patient', reason: null },
  provider: { own: sql`a.provider_id`, lockName: 'time of a provider', reason: 'This provider has left the site.' },
} as const;

/** Ends the future visits of a leaver, on both sides, and notifies the other people. */
export const endVisitsOfLeaver: ErasureStep = async ({ db, clock, live }, { user_id }) => {
  for (const side of ['patient', 'provider'] as const) {
    const ended = await db.transaction().execute((tx) => endOn(tx, side, user_id, clock.now()));
    publishChanges(live, ended);
  }
};

async function endOn(tx: Tx, side: Side, userId: number, now: Date) {
  const { own, lockName, reason } = sides[side];
  // A booking in progress is visible after this lock; no other one can start, because the account is closed.
  await lock(tx, lockName, userId);
  // Somebody who moves one of the visits may be waiting for that lock: then this is retried a moment later.
  const { rows: held } = await sql<RowOf<'appointments', 'chain_id'>>`
    select a.chain_id from appointments a where ${own} = ${userId} and a.chain_id in (
      select a.chain_id from appointments a where ${own} = ${userId} and ${holdsTime()})
    order by a.id for update nowait`.execute(tx);
  const chains = held.map(({ chain_id }) => chain_id);
  await settle(tx, sql`${own} = ${userId} and a.chain_id = any(${chains}::int[])`);
  const which = sql<boolean>`${own} = ${userId} and a.chain_id = any(${chains}::int[]) and ${endsWithLeaver(now)}`;
  const set = {
    version: versionAboveChain,
    reason,
    ended_by: side,
    remind_at: null,
    undo_until: now,
    undo_to: sql`a.status`,
  };
  const rows = await applyMove(tx, { by: side, which, set }, ...endings);
  await settle(tx, sql`${own} = ${userId} and a.chain_id = any(${chains}::int[])`);
  // If a visit and a proposal for it both end, its other person is notified once.
  const toNotify = rows.filter(({ moves_id }) => !rows.some(({ id }) => id === moves_id));
  for (const row of toNotify) {
    const other = side === 'patient' ? row.provider_id : row.patient_id;
    await notifyOfChange(
      tx,
      [other],
      { kind: kindOf(row, side), appointment: { id: row.id, version: row.version } },
      now,
    );
  }
  return rows;
}

function kindOf({ undo_to: was, proposed_by }: Moved, side: Side): NotificationKind {
  if (was === 'approved') return 'visit_cancelled';
  return proposed_by === side ? 'request_withdrawn' : side === 'provider' ? 'request_declined' : 'move_declined';
}

/**
 * Removes what a patient wrote from their visits. The visits stay as hours in the calendars of providers; kept care has
 * the text if they took place.
 */
export const clearVisits: ErasureStep = async ({ db }, { user_id, care_until }: Leaving) => {
  await db.transaction().execute(async (tx) => {
    // After this lock a report that is being uploaded is visible; no other can start, because its patient is gone.
    await sql`select from appointments a where a.patient_id = ${user_id} order by a.id for update`.execute(tx);
    if (care_until !== null) {
      await keepCare(
        tx,
        'visit',
        user_id,
        sql`select a.id, null, jsonb_build_object('provider_id', a.provider_id, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
            'status', a.status, 'problem', a.problem, 'reason', a.reason)
          from appointments a where a.patient_id = ${user_id} and ${isToKeep}`,
      );
    }
    await sql`
      update appointments a set problem = '', reason = null, undo_reason = null
      where a.patient_id = ${user_id} and (a.problem <> '' or a.reason is not null or a.undo_reason is not null)`.execute(
      tx,
    );
    // Of their visits as provider: the kinds are erased, and with them the ways to their calls.
    await sql`
      update appointments a set kind_id = null, kind_video_url = null
      where a.provider_id = ${user_id} and num_nonnulls(a.kind_id, a.kind_video_url) > 0`.execute(tx);
  });
};

/** Whether the provider has to keep the past visit `a`. */
const isToKeep = sql<boolean>`(${isVisit()} or ${hasReport(sql`a.id`)})`;

/** Removes a leaver from waiting lists, and closes their own list as provider. */
export const leaveWaiting: ErasureStep = async ({ db }, { user_id }) => {
  await db.transaction().execute(async (tx) => {
    await sql`delete from waits where ${user_id} in (patient_id, provider_id)`.execute(tx);
    await sql`delete from freed_times where provider_id = ${user_id}`.execute(tx);
    await sql`delete from waiting_lists where provider_id = ${user_id}`.execute(tx);
  });
};
