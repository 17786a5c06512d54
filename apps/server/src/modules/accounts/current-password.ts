import { sql } from 'kysely';
import type { Db } from '../../core/db.ts';
import { verifyPassword } from '../../core/passwords.ts';
import { invalidField, Problem } from '../../core/problem.ts';
import type { Call } from '../../core/route.ts';
import type { Actor } from '../../core/session.ts';

type Needs = Pick<Call<never>, 'db' | 'config' | 'throttle'> & { actor: { user_id: number } };

/** Does what somebody who is signed in may try only so often: a wrong password or code in it is counted. Throws 429. */
export async function counted<T>({ throttle, actor }: Pick<Needs, 'throttle' | 'actor'>, work: () => Promise<T>) {
  const attempt = await throttle.currentPassword(actor.user_id);
  const done = await work().catch(withdrawing(attempt));
  await attempt.succeeded();
  return done;
}

/** Asks again for the password of somebody who is signed in. Throws 400 naming `current_password`, 429, `busy`. */
export async function confirmCurrentPassword(needs: Needs, password: string) {
  await withPassword({ ...needs, body: { current_password: password } }, async () => {});
}

/** Does what is done only for who gives the current password, whose other fields may be codes that are counted too. */
export async function withPassword<T>(call: Needs & { body: { current_password: string } }, work: () => Promise<T>) {
  const { db, actor, body, config } = call;
  return await counted(call, async () => {
    await confirmPassword(db, actor, body.current_password, config.secret);
    return await work();
  });
}

/** Throws 400 naming `current_password` where it is not the actor's, `busy`. */
async function confirmPassword(db: Db, actor: Pick<Actor, 'user_id'>, password: string, secret: string) {
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from users where id = ${actor.user_id}`.execute(db);
  if (await verifyPassword(password, rows[0]?.password_hash, secret)) return;
  throw invalidField('current_password', 'This is not your current password.');
}

const wrong = new Set(['invalid_credentials', 'invalid_code', 'invalid_input']);

/** Only a wrong password or code counts as a failure: what could not be tried is withdrawn. */
export function withdrawing(attempt: { withdraw(): Promise<void> }) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof Problem && wrong.has(error.code))) await attempt.withdraw();
    throw error;
  };
}
