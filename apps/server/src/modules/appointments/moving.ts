import type { moveAppointment } from '@carecommons/contract/appointments';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import type { Tx } from '../../core/db.ts';
import { invalidField, Problem } from '../../core/problem.ts';
import type { Actor } from '../../core/session.ts';
import { visibleTo } from './appointments.ts';
import { type HeldRow, hold, keepOpenFor, type Outcome, outcome, refuseSuspended, settleChain } from './chains.ts';
import { holdTime } from './holding.ts';
import { tell } from './telling.ts';

/**
 * Proposes another time for an appointment of the actor's to the other side; the present one stays until that is approved.
 * To be called within `holdingTime`. Throws `not_found`, `not_allowed`, `wrong_state`, `too_many_requests_open`, and 400
 * naming the field.
 */
export async function move(
  tx: Tx,
  actor: Actor,
  id: number,
  { appointment_datetime: time, reason }: BodyOf<typeof moveAppointment>,
  now: Date,
): Promise<Outcome> {
  const held = await hold(tx, actor, id, { move: 'move', reason, now });
  const { row, others, side, otherPerson } = held;
  refuseSuspended(held);
  if (others.some(({ moves_id, status }) => moves_id === id && status === 'requested')) {
    throw new Problem('wrong_state', { message: 'Another time is proposed already, and waits for its answer.' });
  }
  // Nothing of the chain may be changed before: somebody who holds the provider's time would wait for it.
  const proposal = await holdTime(
    tx,
    {
      providerId: row.healthcare_provider.user,
      patientId: row.user.user,
      time,
      problem: row.problem,
      proposedBy: side,
      moves: { id, chain_id: row.chain_id },
      reason: reason || null,
    },
    now,
  );
  await settleChain(tx, actor, row);
  if (row.status === 'approved') await endWithVisit(tx, actor, proposal, row);
  else await keepOpenFor(tx, actor, { id: proposal, moves_id: id });
  const proposed = await outcome(tx, actor, proposal, [row], now);
  if (proposed.appointment.appointment_datetime === held.appointment.appointment_datetime) {
    throw invalidField('appointment_datetime', 'That is the time that it has already.');
  }
  await tell(tx, [otherPerson], { kind: 'move_proposed', appointment: { id: proposal, version: 1 } }, now);
  return proposed;
}

/** Once the visit has begun, there is nothing left to move. */
async function endWithVisit(tx: Tx, actor: Actor, proposal: number, { starts_at }: HeldRow) {
  await sql`
    update appointments a set expires_at = least(expires_at, ${starts_at}) where a.id = ${proposal} and ${visibleTo(actor)}`.execute(
    tx,
  );
}
