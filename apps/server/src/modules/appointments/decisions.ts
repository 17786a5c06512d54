import { isOpen, nextReminder, undoSeconds } from '@carecommons/contract/appointment-rules';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { renew, retract, withhold } from '../notifications/notifications.ts';
import { getAppointment } from './appointments.ts';
import {
  limitDeadlineToStart,
  type LockedAppointment,
  linkMoved,
  type LockedRow,
  lockForMove,
  lockForMover,
  extendDeadlineFor,
  type MoveResult,
  moveResult,
  moveRow,
  refuseHindered,
  refuseSuspended,
  settleChain,
} from './chains.ts';
import { notifyOfChange } from './publish.ts';

type Reason = string | null | undefined;

const undoUntil = (now: Date) => new Date(now.getTime() + undoSeconds * 1000);
/** What undoing a decision needs: the state and the reason that it changes. */
const asBefore = { undo_to: sql`a.status`, undo_reason: sql`a.reason` };
const settled = { undo_until: null, undo_to: null, undo_reason: null };
// Emails about a decision wait one second longer: a decision undone at the last moment is seen a little later by
// others.
const emailsFrom = (until: Date) => new Date(until.getTime() + 1000);

/**
 * Approves a request to the actor. A visit that it would move ends, and so does any other proposal for it. A request that
 * the actor has approved already stays as it is. Throws `not_found`, `not_allowed`, `wrong_state` (also while the provider
 * is suspended).
 */
export async function approve(tx: Tx, actor: Actor, id: number, now: Date): Promise<MoveResult> {
  const held = await lockForMover(tx, actor, id, { move: 'approve', now });
  // Pressed twice, or sent again because the answer was lost: it stays as it was approved, and nobody is told again.
  if (held.row.status === 'approved') return { appointment: await getAppointment(tx, actor, id, now), changed: [] };
  refuseHindered(held, actor, { move: 'approve', now });
  refuseSuspended(held);
  const { row, side, otherPerson } = held;
  await settleChain(tx, actor, row);
  const replaced = openBeside(held);
  const undo_until = undoUntil(now);
  for (const other of replaced) {
    await moveRow(tx, actor, other, {
      ...asBefore,
      move: 'replace',
      by: 'chain',
      version: held.version,
      undo_until,
      ended_by: side,
      moved_to_id: other.id === row.moves_id ? row.id : null,
      remind_at: null,
    });
  }
  // Also if that row has ended already: a calendar that knows it follows to the new one.
  const ended = held.others.find((other) => other.id === row.moves_id && !replaced.includes(other));
  if (ended !== undefined) await linkMoved(tx, actor, ended, id);
  // Higher than the version it replaces: a calendar that knows that one shows this one in its place.
  const version = replaced.length === 0 ? held.version : held.version + 1;
  await moveRow(tx, actor, row, {
    ...asBefore,
    move: 'approve',
    by: side,
    version,
    decided_at: now,
    undo_until,
    remind_at: nextReminder(row.starts_at, now) ?? null,
  });
  const kind = kindOfApproval(row);
  // A request is added to the calendar of its requester; a new time or an offer to both calendars.
  const doer = kind === 'request_approved' ? undefined : actor.user_id;
  const deliverAt = emailsFrom(undo_until);
  await notifyOfChange(tx, [otherPerson], { kind, appointment: { id, version }, deliverAt, doer }, now);
  return await moveResult(tx, actor, id, replaced, now);
}

/**
 * Declines a request to the actor; its time stays reserved during the undo period. Throws `not_found`, `not_allowed`,
 * `wrong_state`, and 400 naming `reason`.
 */
export async function decline(tx: Tx, actor: Actor, id: number, reason: Reason, now: Date): Promise<MoveResult> {
  const { row, version, side, otherPerson } = await lockForMove(tx, actor, id, { move: 'decline', reason, now });
  await settleChain(tx, actor, row);
  const undo_until = undoUntil(now);
  await moveRow(tx, actor, row, {
    ...asBefore,
    move: 'decline',
    by: side,
    version,
    decided_at: now,
    undo_until,
    reason: reason || null,
    ended_by: side,
  });
  await limitDeadlineToStart(tx, actor, row, undo_until);
  const kind = row.moves_id === null ? 'request_declined' : 'move_declined';
  // An offer of the waiting list was made by no person: declining it notifies nobody.
  const deliverAt = emailsFrom(undo_until);
  await notifyOfChange(tx, row.offered ? [] : [otherPerson], { kind, appointment: { id, version }, deliverAt }, now);
  return await moveResult(tx, actor, id, [], now);
}

/**
 * Undoes the actor's approval or refusal and withdraws its notifications; what it had ended is restored. Throws
 * `not_found`, `not_allowed`, `wrong_state`.
 */
export async function undo(tx: Tx, actor: Actor, id: number, now: Date): Promise<MoveResult> {
  const { row, others, version, side } = await lockForMove(tx, actor, id, { move: 'undo', now });
  await retract(tx, { id, version: row.version });
  // Everything in the chain that can be undone was ended by this decision: any later move would have settled it.
  const back = others.filter(({ undo_until }) => undo_until !== null);
  const again = { ...settled, reason: sql`a.undo_reason`, ended_by: null, moved_to_id: null };
  await moveRow(tx, actor, row, {
    ...again,
    move: 'undo',
    by: side,
    version,
    decided_at: null,
    remind_at: null,
  });
  for (const other of back) {
    const { undo_to, starts_at } = other;
    await moveRow(tx, actor, other, {
      ...again,
      move: 'restore',
      by: 'chain',
      version: version + 1,
      // Also one that has fallen due since the decision.
      remind_at: undo_to === 'approved' ? (nextReminder(starts_at, row.decided_at ?? now) ?? null) : null,
    });
    await renew(tx, { id: other.id, version: version + 1 });
  }
  const ended = others.find((other) => other.moved_to_id === id && !back.includes(other));
  if (ended !== undefined) await linkMoved(tx, actor, ended, null);
  await extendDeadlineFor(tx, actor, row);
  return await moveResult(tx, actor, id, back, now);
}

/**
 * Cancels a visit of the actor or withdraws a request, together with any proposal for it. Throws `not_found`,
 * `not_allowed`, `wrong_state`, and 400 naming `reason`.
 */
export async function cancel(tx: Tx, actor: Actor, id: number, reason: Reason, now: Date): Promise<MoveResult> {
  const { row, others, version, side, otherPerson } = await lockForMove(tx, actor, id, { move: 'cancel', reason, now });
  const proposed = others.filter(({ moves_id, status }) => moves_id === id && status === 'requested');
  for (const one of [row, ...proposed]) {
    await moveRow(tx, actor, one, {
      ...asBefore,
      ...(one === row ? ({ move: 'cancel', by: side } as const) : ({ move: 'replace', by: 'chain' } as const)),
      version,
      undo_until: now,
      reason: reason || null,
      ended_by: side,
      remind_at: null,
    });
  }
  await settleChain(tx, actor, row);
  await limitDeadlineToStart(tx, actor, row, now);
  const confirmed = row.status === 'approved';
  const kind = confirmed ? 'visit_cancelled' : 'request_withdrawn';
  const doer = confirmed ? actor.user_id : undefined;
  await notifyOfChange(tx, [otherPerson], { kind, appointment: { id, version }, doer }, now);
  return await moveResult(tx, actor, id, proposed, now);
}

/**
 * Stores that a visit took place, or that the patient did not come. Throws `not_found`, `not_allowed`, `wrong_state`.
 */
export async function conclude(
  tx: Tx,
  actor: Actor,
  id: number,
  move: 'complete' | 'no_show',
  now: Date,
): Promise<MoveResult> {
  const { row, version, side } = await lockForMove(tx, actor, id, { move, now });
  await settleChain(tx, actor, row);
  await withhold(tx, id);
  await moveRow(tx, actor, row, { ...settled, move, by: side, version, remind_at: null });
  return await moveResult(tx, actor, id, [], now);
}

function kindOfApproval({ moves_id, offered }: LockedRow) {
  if (moves_id !== null) return 'move_approved';
  return offered ? 'offer_accepted' : 'request_approved';
}

/** What an approval ends: the appointment that the approved one moves, and another proposal for the approved one. */
const openBeside = ({ row, others }: LockedAppointment) =>
  others.filter(
    ({ id, moves_id, status }) =>
      (id === row.moves_id && isOpen(status)) || (moves_id === row.id && status === 'requested'),
  );
