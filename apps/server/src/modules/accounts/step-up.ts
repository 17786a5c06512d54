import type { Call } from '../../core/route.ts';
import type { Actor } from '../../core/session.ts';
import { withPassword } from './current-password.ts';
import { mayChange } from './second-factor.ts';

type Asked = Pick<Call<never>, 'db' | 'config' | 'throttle'> & { actor: Actor; body: { current_password: string } };

/**
 * Asks somebody who is signed in for the password once more, and, where they have a second factor, for a session with it:
 * a token alone, stolen, is not enough. Throws 400 naming `current_password`, `second_factor_required`, 429, `busy`.
 */
export async function stepUp(call: Asked) {
  await withPassword(call, () => call.db.transaction().execute((tx) => mayChange(tx, call.actor)));
}
