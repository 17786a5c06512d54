import {
  type Hindrance,
  hindranceTo,
  isOpen,
  mayMove,
  type Move,
  needsReason,
  type Side,
  sideOf,
  type Status,
} from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnOf, RowOf, Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { readAbout, withhold } from '../notifications/notifications.ts';
import { type AppointmentRow, columnsFor, getAppointment, joined, sent, visibleTo } from './appointments.ts';
import { applyMove, type Changes, type MadeBy, type StatusMove } from './apply-move.ts';
import type { Changed } from './publish.ts';
import { storeFreedTimes } from './waiting-freed.ts';

/** The columns that a move changes. */
interface MoveState
  extends
    Pick<AppointmentRow, 'status' | 'undo_until' | 'moved_to_id' | 'reason' | 'ended_by'>,
    RowOf<'appointments', 'version' | 'decided_at' | 'undo_reason' | 'remind_at'> {
  /** The values that undoing the decision restores. */
  undo_to: Status | null;
}

export interface LockedRow extends AppointmentRow, MoveState, RowOf<'appointments', 'chain_id'> {
  /** Whether the directory shows the provider. */
  listed: ColumnOf<'providers', 'listed'>;
}

/** An appointment that is locked for one move, with its chain: itself, what it would move, and what would move it. */
export interface LockedAppointment {
  appointment: Appointment;
  row: LockedRow;
  others: LockedRow[];
  side: Side;
  /** The one of its two people who is notified. */
  otherPerson: number;
  /** The next version: higher than all in the chain, so that calendars follow it from time to time. */
  version: number;
}

/** The result of a move: the appointment as it is now, and everything that changed. */
export interface MoveResult {
  appointment: Appointment;
  changed: Changed[];
}

interface MoveAsked {
  move: Move;
  reason?: string | null | undefined;
  now: Date;
}

/**
 * Locks an appointment for a move that the actor can make now. Throws `not_found`, `not_allowed`, `wrong_state`, and
 * 400 naming `reason` if one is required.
 */
export async function lockForMove(tx: Tx, actor: Actor, id: number, asked: MoveAsked): Promise<LockedAppointment> {
  const held = await lockForMover(tx, actor, id, asked);
  refuseHindered(held, actor, asked);
  return held;
}

/** Holds an appointment for somebody who may make a move in some state of it. Throws `not_found`, `not_allowed`. */
export async function lockForMover(
  tx: Tx,
  actor: Actor,
  id: number,
  { move, now }: Pick<MoveAsked, 'move' | 'now'>,
): Promise<LockedAppointment> {
  const chain = await lockChain(tx, actor, id, now);
  const row = chain.find((one) => one.id === id);
  if (row === undefined) throw new Problem('not_found');
  const appointment = sent(row);
  const side = sideOf(actor, appointment);
  if (side === undefined || !mayMove(move, actor, appointment)) throw new Problem('not_allowed');
  const { healthcare_provider: provider, user: patient } = appointment;
  return {
    appointment,
    row,
    others: chain.filter((one) => one !== row),
    side,
    otherPerson: side === 'patient' ? provider.user : patient.user,
    version: Math.max(...chain.map(({ version }) => version)) + 1,
  };
}

/** Refuses a move that cannot be made now. Throws `wrong_state`, and 400 naming `reason` where one has to be given. */
export function refuseHindered({ appointment }: LockedAppointment, actor: Actor, { move, reason, now }: MoveAsked) {
  const hindrance = hindranceTo(move, actor, appointment, now);
  if (hindrance !== undefined) throw wrongState(hindrance, appointment.status);
  if (needsReason(move, actor, appointment) && !reason) throw invalidField('reason', 'Please say why.');
}

/** Locks a whole chain, always in the same order: moves of its rows wait for each other and cannot deadlock. */
async function lockChain(tx: Tx, actor: Actor, id: number, now: Date) {
  const chain = sql<boolean>`a.chain_id = (select a.chain_id from appointments a where a.id = ${id} and ${visibleTo(actor)})
    and ${visibleTo(actor)}`;
  await sql`select from appointments a where ${chain} order by a.id for update`.execute(tx);
  // Read only now: the statement that waited for the lock does not see rows that were added to the chain meanwhile.
  const { rows } = await sql<LockedRow>`
    select ${columnsFor(actor, now)}, a.chain_id, a.version, a.decided_at, a.undo_to, a.undo_reason, p.listed from ${joined}
    where ${chain} order by a.id for update of a`.execute(tx);
  return rows;
}

const sentences: { [Which in Hindrance]?: string } = {
  expired: 'This request has expired: it was not answered in time.',
  'ten seconds over': 'The ten seconds in which this could be taken back are over.',
  'cut-off passed': 'It is too late for that here. Please call the practice.',
  begun: 'The visit has begun already.',
  'not begun': 'The visit has not begun yet.',
};

function wrongState(hindrance: Hindrance, status: Status) {
  const message = sentences[hindrance === 'state' && status === 'expired' ? 'expired' : hindrance];
  return new Problem('wrong_state', message === undefined ? {} : { message });
}

/**
 * Refuses what would confirm or request a visit with a suspended provider; and for a patient also with a provider whom
 * the directory does not show for any other reason. Throws `wrong_state`.
 */
export function refuseSuspended({ appointment, row, side }: LockedAppointment) {
  if (!appointment.healthcare_provider.suspended && (side === 'provider' || row.listed)) return;
  const message =
    side === 'provider'
      ? 'Your profile is suspended. You can do this again when that is over.'
      : 'This provider is not listed at present. You can do this when they are listed again.';
  throw new Problem('wrong_state', { message });
}

/** Makes a move of one locked row of the actor. */
export async function moveRow(
  tx: Tx,
  actor: Actor,
  { id }: LockedRow,
  { move, by, ...set }: Changes & { move: StatusMove; by: MadeBy },
) {
  await applyMove(tx, { by, which: sql`a.id = ${id} and ${visibleTo(actor)}`, set }, move);
}

/** Stores what an ended row became, or that it became nothing; its status stays as decided. */
export async function linkMoved(tx: Tx, actor: Actor, { id }: LockedRow, moved_to_id: number | null) {
  await sql`
    update appointments a set moved_to_id = ${moved_to_id}, undo_until = null, undo_to = null, undo_reason = null
    where a.id = ${id} and ${visibleTo(actor)}`.execute(tx);
}

/**
 * Keeps a request open while another time is proposed for it: it does not expire before the proposal. A confirmed visit
 * needs no deadline.
 */
export async function extendDeadlineFor(
  tx: Tx,
  actor: Actor,
  { id: proposal, moves_id }: Pick<LockedRow, 'id' | 'moves_id'>,
) {
  await sql`
    update appointments a set expires_at = greatest(a.expires_at, n.expires_at) from appointments n
    where n.id = ${proposal} and a.id = ${moves_id} and a.status = 'requested' and ${visibleTo(actor)}`.execute(tx);
}

/**
 * After the proposal was declined or withdrawn, the request expires when its own time begins, but not before
 * `earliest`.
 */
export async function limitDeadlineToStart(
  tx: Tx,
  actor: Actor,
  { moves_id }: Pick<LockedRow, 'moves_id'>,
  earliest: Date,
) {
  await sql`
    update appointments a set expires_at = least(a.expires_at, greatest(a.starts_at, ${earliest}::timestamptz))
    where a.id = ${moves_id} and a.status = 'requested' and ${visibleTo(actor)}`.execute(tx);
}

/** A row that no longer reserves its time. */
export interface FreedAppointment extends Changed, RowOf<'appointments', 'starts_at' | 'ends_at'> {
  status: Status;
}

/**
 * Ends the undo period of these rows and returns those whose time is now free. Unsent notifications of cancelled rows
 * are withheld. Every time is freed here: at once if it was cancelled or expired, after the undo period of ten seconds
 * if it was declined or moved. Code that hooks in here must not wait for the lock of a provider's or a patient's times:
 * whoever books holds it and may wait for these rows.
 */
export async function settle(tx: Tx, which: RawBuilder<boolean>): Promise<FreedAppointment[]> {
  const { rows } = await sql<FreedAppointment>`
    update appointments a set undo_until = null, undo_to = null, undo_reason = null
    where a.undo_until is not null and ${which}
    returning a.id, a.patient_id, a.provider_id, a.starts_at, a.ends_at, a.status`.execute(tx);
  const freed = rows.filter(({ status }) => !isOpen(status));
  await storeFreedTimes(
    tx,
    freed.map(({ id }) => id),
  );
  for (const { id, status } of freed) if (status === 'cancelled') await withhold(tx, id);
  return freed;
}

/** The same for all earlier decisions in the chain of a row: a later move makes them final. */
export const settleChain = async (tx: Tx, actor: Actor, { chain_id }: LockedRow) =>
  await settle(tx, sql`a.chain_id = ${chain_id} and ${visibleTo(actor)}`);

/** The result of a move: the appointment as it is now, with itself and these others as changed. */
export async function moveResult(
  tx: Tx,
  actor: Actor,
  id: number,
  others: readonly LockedRow[],
  now: Date,
): Promise<MoveResult> {
  const appointment = await getAppointment(tx, actor, id, now);
  const changed = [id, ...others.map((other) => other.id)];
  await readAbout(tx, actor.user_id, changed, now);
  const people = { patient_id: appointment.user.user, provider_id: appointment.healthcare_provider.user };
  return { appointment, changed: changed.map((one) => ({ id: one, ...people })) };
}
