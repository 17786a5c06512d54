import { Problem } from '../../core/problem.ts';
import type { Call } from '../../core/route.ts';
import { confirmPassword } from './accounts.ts';

type Needs = Pick<Call<never>, 'db' | 'config' | 'throttle'> & { actor: { user_id: number } };

/** Asks again for the password of somebody who is signed in. Throws 400 naming `current_password`, 429, `busy`. */
export async function confirmCurrentPassword({ db, config, throttle, actor }: Needs, password: string) {
  const attempt = await throttle.currentPassword(actor.user_id);
  await confirmPassword(db, actor, password, config.secret).catch(withdrawing(attempt));
  await attempt.succeeded();
}

/** Only a wrong password counts as a failure: what could not be tried is withdrawn. */
export function withdrawing(attempt: { withdraw(): Promise<void> }) {
  return async (error: unknown): Promise<never> => {
    const wrong = error instanceof Problem && (error.code === 'invalid_credentials' || error.code === 'invalid_input');
    if (!wrong) await attempt.withdraw();
    throw error;
  };
}
