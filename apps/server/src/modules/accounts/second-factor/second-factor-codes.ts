import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { recoveryCodeCount } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../../platform/db/db.ts';
import { deriveLastingKey, sealWith, unsealWith, versionInUse } from '../../../platform/crypto/crypto.ts';

// Without letters that look like digits or like each other; ten of 31 are 49 bits.
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** How a code is compared: without blanks, hyphens and case. */
export const bare = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Four groups of six letters: 118 bits, which a plain hash may keep (NIST SP 800-63B asks for 112). */
function newCode() {
  const group = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

const hashBytes = 32;
const purpose = 'recovery code';
const boundTo = (userId: number) => `recovery code of ${userId}`;

/** By the installation key: a hash cannot be made anew when SECRET is replaced. What encrypts it can. */
function hashOf(secret: string, userId: number, code: string) {
  return createHmac('sha256', deriveLastingKey(secret, purpose))
    .update(`${userId}|${bare(code)}`)
    .digest();
}

const sealHash = (secret: string, userId: number, hash: Buffer) => sealWith(secret, purpose, boundTo(userId), hash);

/** The hash in a row, and by which version it is sealed; those from before there were versions are not sealed at all. */
function openHash(secret: string, userId: number, stored: Buffer): { version?: number; content?: Buffer } {
  if (stored.length === hashBytes) return { content: stored };
  try {
    return unsealWith(secret, purpose, boundTo(userId), stored);
  } catch {
    // That version is not known here: the code is none until it is again.
    return {};
  }
}

/** Makes a person's recovery codes anew; they can be told this once. */
export async function replaceCodes(tx: Tx, userId: number, secret: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await dropCodes(tx, userId);
  await sql`insert into recovery_codes (user_id, hash)
    select ${userId}, unnest(${codes.map((code) => sealHash(secret, userId, hashOf(secret, userId, code)))}::bytea[])`.execute(
    tx,
  );
  return codes;
}

/** Uses up a recovery code; how many are left then, or undefined where it is none or was used before. */
export async function takeRecoveryCode(tx: Tx, userId: number, code: string, secret: string, now: Date) {
  const { rows: unused } = await sql<RowOf<'recovery_codes', 'hash'>>`
    select hash from recovery_codes where user_id = ${userId} and used_at is null for update`.execute(tx);
  const wanted = hashOf(secret, userId, code);
  const right = unused.find(({ hash }) => {
    const { content } = openHash(secret, userId, hash);
    return content !== undefined && timingSafeEqual(content, wanted);
  });
  if (right === undefined) return undefined;
  const used = await sql`
    update recovery_codes set used_at = ${now}
    where user_id = ${userId} and hash = ${right.hash} and used_at is null
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

async function allUnused(db: Db) {
  const { rows } = await sql<RowOf<'recovery_codes', 'user_id' | 'hash'>>`
    select user_id, hash from recovery_codes where used_at is null`.execute(db);
  return rows;
}

/** By which version of SECRET each recovery code is encrypted that was not used. */
export const versionsOfCodes = async (db: Db, secret: string) =>
  (await allUnused(db)).map(({ user_id, hash }) => openHash(secret, user_id, hash).version);

/** Encrypts recovery codes by the version in use, where they are by another or by none. */
export async function resealCodes(db: Db, secret: string): Promise<void> {
  for (const { user_id, hash } of await allUnused(db)) {
    const { version, content } = openHash(secret, user_id, hash);
    if (version === versionInUse(secret) || content === undefined) continue;
    await sql`update recovery_codes set hash = ${sealHash(secret, user_id, content)}
      where user_id = ${user_id} and hash = ${hash}`.execute(db);
  }
}
