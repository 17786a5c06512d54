import { audit } from '../../core/audit.ts';
import { Problem } from '../../core/problem.ts';
import type { Services } from '../../core/route.ts';
import type { Actor } from '../../core/session.ts';
import { patientOf } from './serve.ts';

/** Does what may be refused; a refusal for want of a right is written down before it is answered. */
export async function noting<T>(
  { db, clock, actor }: Pick<Services, 'db' | 'clock'> & { actor: Actor },
  what: 'upload' | 'withdraw' | 'release' | 'delete',
  record_id: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'not_allowed')) {
      const reason = `${what} ${error.code}` as const;
      const patient_id = record_id === undefined ? undefined : await patientOf(db, record_id);
      const refused = { action: 'denied', outcome: 'refused', reason } as const;
      await audit(db, { at: clock.now(), actor, record_id, patient_id, ...refused });
    }
    throw error;
  }
}
