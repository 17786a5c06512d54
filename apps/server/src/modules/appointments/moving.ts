import type { moveAppointment } from '@carecommons/contract/appointments';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { visibleTo } from './appointments.ts';
import {
  type LockedRow,
  lockForMove,
  extendDeadlineFor,
  type MoveResult,
  moveResult,
  refuseSuspended,
  settleChain,
} from './chains.ts';
import { reserveTime } from './reservation.ts';
import { notifyOfChange } from './publish.ts';

/**
 * Proposes another time for an appointment of the actor to the other side; the present time stays until the proposal is
 * approved. Call it within `withReservation`. Throws `not_found`, `not_allowed`, `wrong_state`,
 * `too_many_requests_open`, and 400 naming the field.
 */
export async function move(
  tx: Tx,
  actor: Actor,
  id: number,
  { appointment_datetime: time, reason }: BodyOf<typeof moveAppointment>,
  now: Date,
): Promise<MoveResult> {
  const held = await lockForMove(tx, actor, id, { move: 'move', reason, now });
  const { row, others, side, otherPerson } = held;
  refuseSuspended(held);
  if (others.some(({ moves_id, status }) => moves_id === id && status === 'requested')) {
    throw new Problem('wrong_state', {
      message: 'Another time has already been proposed and is waiting for an answer.',
    });
  }
  // Nothing of the chain may be changed before this: whoever holds the lock of the provider's times would wait for it.
  const proposal = await reserveTime(
    tx,
    {
      providerId: row.healthcare_provider.user,
      patientId: row.user.user,
      time,
      problem: row.problem,
      proposedBy: side,
      kind: row.kind?.id,
      moves: { id, chain_id: row.chain_id },
      reason: reason || null,
    },
    now,
  );
  await settleChain(tx, actor, row);
  if (row.status === 'approved') await endWithVisit(tx, actor, proposal, row);
  else await extendDeadlineFor(tx, actor, { id: proposal, moves_id: id });
  const proposed = await moveResult(tx, actor, proposal, [row], now);
  if (proposed.appointment.appointment_datetime === held.appointment.appointment_datetime) {
    throw invalidField('appointment_datetime', 'That is the time it already has.');
  }
  await notifyOfChange(tx, [otherPerson], { kind: 'move_proposed', appointment: { id: proposal, version: 1 } }, now);
  return proposed;
}

/** A visit that has begun cannot be moved. */
async function endWithVisit(tx: Tx, actor: Actor, proposal: number, { starts_at }: LockedRow) {
  await sql`
    update appointments a set expires_at = least(expires_at, ${starts_at}) where a.id = ${proposal} and ${visibleTo(actor)}`.execute(
    tx,
  );
}
