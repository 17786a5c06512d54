import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { deriveLastingKey } from '../../platform/crypto/crypto.ts';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';

/**
 * The key of an account for drafts in browsers, in base64url: derived from the installation key, so that it is kept nowhere and
 * a replaced SECRET loses none. Throws 401 where the account is gone.
 */
export async function draftKey(db: Db, { user_id }: Actor, secret: string): Promise<string> {
  const { rows } = await sql<RowOf<'users', 'created_at'>>`select created_at from users where id = ${user_id}`.execute(
    db,
  );
  const [account] = rows;
  if (account === undefined) throw new Problem('not_signed_in');
  // A database that is put back from an older copy gives the numbers of accounts since then once more: to others.
  return createHmac('sha256', deriveLastingKey(secret, 'drafts'))
    .update(`${user_id}|${account.created_at.getTime()}`)
    .digest('base64url');
}
