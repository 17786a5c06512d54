import type { approveAppointments } from '@carecommons/contract/appointments';
import type { ReplyOf } from '@carecommons/contract/endpoint';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { approve } from './decisions.ts';
import type { Changed } from './publish.ts';

type Outcome = ReplyOf<typeof approveAppointments>[number];

/**
 * Approves each of these requests as if it were approved alone, in a transaction of its own: one that cannot be approved does not
 * stop the others. The outcomes come in the order of the ids. The call can be sent again, as what is approved stays so.
 */
export async function approveEach(db: Db, actor: Actor, ids: readonly number[], now: Date) {
  const outcomes: Outcome[] = [];
  const changed: Changed[] = [];
  for (const id of ids) {
    try {
      const result = await inTransaction(db, (tx) => approve(tx, actor, id, now));
      changed.push(...result.changed);
      outcomes.push({ appointment: result.appointment, code: null, message: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcomes.push({ appointment: null, code: error.code, message: error.message });
    }
  }
  return { outcomes, changed };
}
