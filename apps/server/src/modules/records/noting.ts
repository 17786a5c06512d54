import type { AuditReason } from '@carecommons/contract/administration-rules';
import { audit, type AuditEntry } from '../../platform/audit/audit.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/routing/routing.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { patientOf } from './serve.ts';

type Dependencies = Pick<Services, 'db' | 'clock' | 'throttle'> & { actor: Actor };

/** Runs work that may be refused. A refusal for lack of a right is written to the audit before it is answered. */
export async function noting<T>(
  dependencies: Dependencies,
  what: 'upload' | 'withdraw' | 'release' | 'delete',
  record_id: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'not_allowed'))
      await noteForeign(dependencies, `${what} ${error.code}`, { record_id });
    throw error;
  }
}

type About = Pick<AuditEntry, 'record_id' | 'patient_id' | 'item'>;

/**
 * Writes to the audit, once a request, that a person asked for something that is not theirs. If they do so too often,
 * throws 429 and writes nothing: these rows are kept for years.
 */
export async function noteForeign({ db, clock, throttle, actor }: Dependencies, reason: AuditReason, about: About) {
  await throttle.foreignRequest(actor.user_id);
  const { record_id, patient_id = record_id === undefined ? undefined : await patientOf(db, record_id) } = about;
  const refused = { action: 'denied', outcome: 'refused', reason } as const;
  await audit(db, { at: clock.now(), actor, ...about, patient_id, ...refused });
}
