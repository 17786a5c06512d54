import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { recoveryCodeCount } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../../platform/db/db.ts';
import { deriveLastingKey, sealWith, unsealWith, versionInUse } from '../../../platform/crypto/crypto.ts';

// Without letters that look like digits or like each other. Ten of 31 characters are 49 bits.
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** The form in which codes are compared: without blanks, hyphens and case. */
export const bare = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Four groups of six characters: 118 bits, which a plain hash can protect (NIST SP 800-63B asks for 112). */
function newCode() {
  const group = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

const hashBytes = 32;
const purpose = 'recovery code';
const boundTo = (userId: number) => `recovery code of ${userId}`;

/** Keyed with the installation key: hashes cannot be computed again when SECRET is replaced, only encrypted again. */
function hashOf(secret: string, userId: number, code: string) {
  return createHmac('sha256', deriveLastingKey(secret, purpose))
    .update(`${userId}|${bare(code)}`)
    .digest();
}

const sealHash = (secret: string, userId: number, hash: Buffer) => sealWith(secret, purpose, boundTo(userId), hash);

/** The hash in a row, and the version of SECRET that encrypts it. Rows older than versions are not encrypted. */
function openHash(secret: string, userId: number, stored: Buffer): { version?: number; content?: Buffer } {
  if (stored.length === hashBytes) return { content: stored };
  try {
    return unsealWith(secret, purpose, boundTo(userId), stored);
  } catch {
    // That version is unknown here: the code is invalid until the version is known again.
    return {};
  }
}

/** Creates new recovery codes for a person. They can be shown only this once. */
export async function replaceCodes(tx: Tx, userId: number, secret: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await dropCodes(tx, userId);
  await sql`insert into recovery_codes (user_id, hash)
    select ${userId}, unnest(${codes.map((code) => sealHash(secret, userId, hashOf(secret, userId, code)))}::bytea[])`.execute(
    tx,
  );
  return codes;
}

/** Uses up a recovery code. Returns how many are left, or undefined for an invalid or used code. */
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

/** Invalidates a person's recovery codes. */
export async function dropCodes(tx: Tx, userId: number) {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
}

async function allUnused(db: Db) {
  const { rows } = await sql<RowOf<'recovery_codes', 'user_id' | 'hash'>>`
    select user_id, hash from recovery_codes where used_at is null`.execute(db);
  return rows;
}

/** The number of unused recovery codes for each version of SECRET that encrypts them. */
export const versionsOfCodes = async (db: Db, secret: string) =>
  (await allUnused(db)).map(({ user_id, hash }) => openHash(secret, user_id, hash).version);

/** Encrypts recovery codes with the current version, if they have another one or none. */
export async function resealCodes(db: Db, secret: string): Promise<void> {
  for (const { user_id, hash } of await allUnused(db)) {
    const { version, content } = openHash(secret, user_id, hash);
    if (version === versionInUse(secret) || content === undefined) continue;
    await sql`update recovery_codes set hash = ${sealHash(secret, user_id, content)}
      where user_id = ${user_id} and hash = ${hash}`.execute(db);
  }
}
