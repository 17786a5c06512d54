import { sql } from 'kysely';
import type { RowOf, Tx } from '../../platform/db/db.ts';
import { linkToken } from '../../platform/mail/mail.ts';
import { makeLink } from './email-links.ts';

const lifeMs = 24 * 3600 * 1000;

/**
 * The path and token of a link with which a person sets a password once, within a day. An operator passes it on and so
 * never knows the password. Undefined if the account does not exist.
 */
export async function passwordLink(tx: Tx, username: string, secret: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<RowOf<'users', 'id' | 'email'>>`
    select id, email from users
    where lower(username) = lower(${username.normalize('NFC')}) and erased_at is null and disabled_at is null`.execute(
    tx,
  );
  const [user] = rows;
  if (user === undefined) return undefined;
  const seed = await makeLink(tx, { userId: user.id, purpose: 'reset', email: user.email, lifeMs }, secret, now);
  return `/reset-password#token=${linkToken(secret, seed)}`;
}
