import { createHmac, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../core/db.ts';
import { deriveKey } from '../../core/session.ts';

// Without letters that look like digits or like each other; ten of 31 are 49 bits.
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** How a code is compared: without blanks, hyphens and case. */
export const bare = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Four groups of six letters: 118 bits, which a plain hash may keep (NIST SP 800-63B asks for 112). */
function newCode() {
  const group = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

function hashOf(secret: string, userId: number, code: string) {
  return createHmac('sha256', deriveKey(secret, 'recovery code'))
    .update(`${userId}|${bare(code)}`)
    .digest();
}

/** Makes a person's recovery codes anew; they can be told this once. */
export async function replaceCodes(tx: Tx, userId: number, secret: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await dropCodes(tx, userId);
  await sql`insert into recovery_codes (user_id, hash)
    select ${userId}, unnest(${codes.map((code) => hashOf(secret, userId, code))}::bytea[])`.execute(tx);
  return codes;
}

/** Uses up a recovery code; how many are left then, or undefined where it is none or was used before. */
export async function takeRecoveryCode(tx: Tx, userId: number, code: string, secret: string, now: Date) {
  const used = await sql`
    update recovery_codes set used_at = ${now}
    where user_id = ${userId} and hash = ${hashOf(secret, userId, code)} and used_at is null
    returning user_id`.execute(tx);
  if (used.rows.length === 0) return undefined;
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from recovery_codes where user_id = ${userId} and used_at is null`.execute(tx);
  return rows[0]?.left ?? 0;
}

/** Makes a person's recovery codes void. */
export async function dropCodes(tx: Tx, userId: number) {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
}
