import { sql } from 'kysely';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { type Actor, verifyPassword } from '../../platform/auth/auth.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Call } from '../../platform/routing/routing.ts';
import type { Attempt, Throttle } from '../../platform/limits/limits.ts';

type Dependencies = Pick<Call<never>, 'db' | 'config' | 'throttle'> & { actor: { user_id: number } };

async function counted<T>(counting: Promise<Attempt>, work: () => Promise<T>): Promise<T> {
  const attempt = await counting;
  const done = await work().catch(withdrawing(attempt));
  await attempt.succeeded();
  return done;
}

/**
 * Runs what a code is required for. A wrong code is counted for its person, at the login and in a session. Throws 429.
 */
export async function withCode<T>(throttle: Throttle, userId: number, work: () => Promise<T>): Promise<T> {
  return await counted(throttle.code(userId), work);
}

/** Checks the password of a signed-in person again. Throws 400 naming `current_password`, 429, `busy`. */
export async function confirmCurrentPassword(needs: Dependencies, password: string) {
  await withPassword({ ...needs, body: { current_password: password } }, async () => {});
}

/** Runs what requires the current password. */
export async function withPassword<T>(
  call: Dependencies & { body: { current_password: string } },
  work: () => Promise<T>,
) {
  const { db, actor, body, config, throttle } = call;
  await counted(throttle.currentPassword(actor.user_id), () =>
    confirmPassword(db, actor, body.current_password, config.secret),
  );
  return await work();
}

/** Throws 400 naming `current_password` if it is not the actor's, and `busy`. */
async function confirmPassword(db: Db, actor: Pick<Actor, 'user_id'>, password: string, secret: string) {
  const { rows } = await sql<RowOf<'users', 'password_hash'>>`
    select password_hash from users where id = ${actor.user_id}`.execute(db);
  if (await verifyPassword(password, rows[0]?.password_hash, secret)) return;
  throw invalidField('current_password', 'This is not your current password.');
}

const wrong = new Set(['invalid_credentials', 'invalid_code', 'invalid_input']);

/** Only a wrong password or code counts as a failure: an attempt that could not be checked is withdrawn. */
export function withdrawing(attempt: { withdraw(): Promise<void> }) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof Problem && wrong.has(error.code))) await attempt.withdraw();
    throw error;
  };
}
