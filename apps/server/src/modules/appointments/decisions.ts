import { isOpen, moves, nextReminder, undoSeconds } from '@carecommons/contract/appointment-rules';
import type { Tx } from '../../core/db.ts';
import type { Actor } from '../../core/session.ts';
import { renew, retract, withhold } from '../notifications/notifications.ts';
import {
  boundByOwnTime,
  type Held,
  type HeldRow,
  hold,
  keepOpenFor,
  type Outcome,
  outcome,
  refuseSuspended,
  settleChain,
  write,
} from './chains.ts';
import { tell } from './telling.ts';

type Reason = string | null | undefined;

const undoUntil = (now: Date) => new Date(now.getTime() + undoSeconds * 1000);
// Letters of a decision wait a second longer: one that is taken back in its last moment is so a little later for others.
const lettersFrom = (until: Date) => new Date(until.getTime() + 1000);

/**
 * Approves a request to the actor. A visit that it would move ends with that, and so does any other time proposed for it.
 * Throws `not_found`, `not_allowed`, `wrong_state` (also while the provider is suspended).
 */
export async function approve(tx: Tx, actor: Actor, id: number, now: Date): Promise<Outcome> {
  const held = await hold(tx, actor, id, { move: 'approve', now });
  refuseSuspended(held);
  const { row, side, otherPerson } = held;
  await settleChain(tx, actor, row);
  const replaced = openBeside(held);
  const undo_until = undoUntil(now);
  for (const other of replaced) {
    await write(tx, actor, other, {
      status: 'cancelled',
      version: held.version,
      undo_until,
      undo_to: other.status,
      undo_reason: other.reason,
      ended_by: side,
      moved_to_id: other.id === row.moves_id ? row.id : null,
      remind_at: null,
    });
  }
  // One that is over already became this one all the same: a calendar that knows it follows.
  const ended = held.others.find((other) => other.id === row.moves_id && !replaced.includes(other));
  // What could still be taken back of it is settled.
  const settled = { undo_until: null, undo_to: null, undo_reason: null };
  if (ended !== undefined) await write(tx, actor, ended, { ...settled, version: ended.version, moved_to_id: id });
  // Above what it replaces: a calendar that knows that one takes this one in its place.
  const version = replaced.length === 0 ? held.version : held.version + 1;
  await write(tx, actor, row, {
    status: 'approved',
    version,
    decided_at: now,
    undo_until,
    undo_to: 'requested',
    undo_reason: row.reason,
    remind_at: nextReminder(row.starts_at, now) ?? null,
  });
  const kind = kindOfApproval(row);
  // A request comes into the calendar of whoever asked; a new time, or one that was offered, into both.
  const doer = kind === 'request_approved' ? undefined : actor.user_id;
  const deliverAt = lettersFrom(undo_until);
  await tell(tx, [otherPerson], { kind, appointment: { id, version }, deliverAt, doer }, now);
  return await outcome(tx, actor, id, replaced, now);
}

/**
 * Declines a request to the actor; its time stays held for as long as that can be taken back. Throws `not_found`,
 * `not_allowed`, `wrong_state`, and 400 naming `reason`.
 */
export async function decline(tx: Tx, actor: Actor, id: number, reason: Reason, now: Date): Promise<Outcome> {
  const { row, version, side, otherPerson } = await hold(tx, actor, id, { move: 'decline', reason, now });
  await settleChain(tx, actor, row);
  const undo_until = undoUntil(now);
  await write(tx, actor, row, {
    status: 'declined',
    version,
    decided_at: now,
    undo_until,
    undo_to: 'requested',
    undo_reason: row.reason,
    reason: reason || null,
    ended_by: side,
  });
  await boundByOwnTime(tx, actor, row, undo_until);
  const kind = row.moves_id === null ? 'request_declined' : 'move_declined';
  // A time of the waiting list was offered by nobody in person: who declines it disappoints nobody.
  const deliverAt = lettersFrom(undo_until);
  await tell(tx, row.offered ? [] : [otherPerson], { kind, appointment: { id, version }, deliverAt }, now);
  return await outcome(tx, actor, id, [], now);
}

/**
 * Takes the actor's approval or refusal back, and what was told of it; what it had ended is there again. Throws
 * `not_found`, `not_allowed`, `wrong_state`.
 */
export async function undo(tx: Tx, actor: Actor, id: number, now: Date): Promise<Outcome> {
  const { row, others, version } = await hold(tx, actor, id, { move: 'undo', now });
  await retract(tx, { id, version: row.version });
  // Whatever of the chain can be taken back was ended by this decision: any later move would have settled it.
  const back = others.filter(({ undo_until }) => undo_until !== null);
  const again = { undo_until: null, undo_to: null, undo_reason: null, ended_by: null, moved_to_id: null };
  await write(tx, actor, row, {
    ...again,
    status: 'requested',
    version,
    decided_at: null,
    reason: row.undo_reason,
    remind_at: null,
  });
  for (const other of back) {
    const { undo_to, undo_reason, starts_at } = other;
    await write(tx, actor, other, {
      ...again,
      status: undo_to ?? other.status,
      version: version + 1,
      reason: undo_reason,
      // Also one that has fallen due since it was decided.
      remind_at: undo_to === 'approved' ? (nextReminder(starts_at, row.decided_at ?? now) ?? null) : null,
    });
    await renew(tx, { id: other.id, version: version + 1 });
  }
  const ended = others.find((other) => other.moved_to_id === id && !back.includes(other));
  if (ended !== undefined) await write(tx, actor, ended, { version: ended.version, moved_to_id: null });
  await keepOpenFor(tx, actor, row);
  return await outcome(tx, actor, id, back, now);
}

/**
 * Cancels a visit of the actor's or takes a request back, and with it any other time that is proposed for it. Throws
 * `not_found`, `not_allowed`, `wrong_state`, and 400 naming `reason`.
 */
export async function cancel(tx: Tx, actor: Actor, id: number, reason: Reason, now: Date): Promise<Outcome> {
  const { row, others, version, side, otherPerson } = await hold(tx, actor, id, { move: 'cancel', reason, now });
  const proposed = others.filter(({ moves_id, status }) => moves_id === id && status === 'requested');
  for (const one of [row, ...proposed]) {
    await write(tx, actor, one, {
      status: 'cancelled',
      version,
      undo_until: now,
      undo_to: one.status === 'approved' ? 'approved' : 'requested',
      reason: reason || null,
      ended_by: side,
      remind_at: null,
    });
  }
  await settleChain(tx, actor, row);
  await boundByOwnTime(tx, actor, row, now);
  const confirmed = row.status === 'approved';
  const kind = confirmed ? 'visit_cancelled' : 'request_withdrawn';
  const doer = confirmed ? actor.user_id : undefined;
  await tell(tx, [otherPerson], { kind, appointment: { id, version }, doer }, now);
  return await outcome(tx, actor, id, proposed, now);
}

/** Notes that a visit took place, or that the patient did not come. Throws `not_found`, `not_allowed`, `wrong_state`. */
export async function conclude(
  tx: Tx,
  actor: Actor,
  id: number,
  move: 'complete' | 'no_show',
  now: Date,
): Promise<Outcome> {
  const { row, version } = await hold(tx, actor, id, { move, now });
  await settleChain(tx, actor, row);
  await withhold(tx, id);
  await write(tx, actor, row, {
    status: moves[move].to,
    version,
    undo_until: null,
    undo_to: null,
    undo_reason: null,
    remind_at: null,
  });
  return await outcome(tx, actor, id, [], now);
}

function kindOfApproval({ moves_id, offered }: HeldRow) {
  if (moves_id !== null) return 'move_approved';
  return offered ? 'offer_accepted' : 'request_approved';
}

/** What an approval ends: the appointment that the approved one moves, and another time proposed for the approved one. */
const openBeside = ({ row, others }: Held) =>
  others.filter(
    ({ id, moves_id, status }) =>
      (id === row.moves_id && isOpen(status)) || (moves_id === row.id && status === 'requested'),
  );
