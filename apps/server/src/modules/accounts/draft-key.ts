import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { deriveLastingKey } from '../../platform/crypto/crypto.ts';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';

/**
 * The key of an account for drafts in browsers, in base64url. It is derived from the installation key, so it is stored
 * nowhere, and a replaced SECRET loses no draft. Throws 401 if the account does not exist.
 */
export async function draftKey(db: Db, { user_id }: Actor, secret: string): Promise<string> {
  const { rows } = await sql<RowOf<'users', 'created_at'>>`select created_at from users where id = ${user_id}`.execute(
    db,
  );
  const [account] = rows;
  if (account === undefined) throw new Problem('not_signed_in');
  // After a restore from an older backup, the account ids used since then are given to other people.
  return createHmac('sha256', deriveLastingKey(secret, 'drafts'))
    .update(`${user_id}|${account.created_at.getTime()}`)
    .digest('base64url');
}
