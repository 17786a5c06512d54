import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import { deriveKey, isGenuine } from '../../../platform/crypto/crypto.ts';

const lifeMs = 5 * 60_000;
const headBytes = 24;

const keyPurpose = 'passkey challenge';
const macOf = (key: Buffer, purpose: string, head: Uint8Array) =>
  createHmac('sha256', key).update(head).update(purpose).digest();

/**
 * A challenge for five minutes and one purpose, such as adding a passkey in one session: 16 random bytes, its end, and
 * a signature, so that nothing is stored for mere requests.
 */
export function newChallenge(secret: string, purpose: string, now: Date): Uint8Array<ArrayBuffer> {
  const head = Buffer.concat([randomBytes(16), Buffer.alloc(8)]);
  head.writeBigUInt64BE(BigInt(now.getTime() + lifeMs), 16);
  return new Uint8Array(Buffer.concat([head, macOf(deriveKey(secret, keyPurpose), purpose, head)]));
}

/** Whether a challenge, in base64url, was made here for this purpose and is still valid. */
export function isChallenge(secret: string, purpose: string, challenge: string, now: Date): boolean {
  const given = Buffer.from(challenge, 'base64url');
  if (given.length !== headBytes + 32) return false;
  const head = given.subarray(0, headBytes);
  const genuine = isGenuine(secret, keyPurpose, given.subarray(headBytes), (key) => macOf(key, purpose, head));
  return genuine && given.readBigUInt64BE(16) > BigInt(now.getTime());
}

/** Marks a challenge as answered; false if it was answered before. */
export async function takeChallenge(tx: Tx, challenge: string, now: Date): Promise<boolean> {
  const hash = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest();
  const { rows } = await sql`
    with old as (delete from answered_challenges where expires_at <= ${now})
    insert into answered_challenges (hash, expires_at) values (${hash}, ${new Date(now.getTime() + lifeMs)})
    on conflict do nothing returning hash`.execute(tx);
  return rows.length > 0;
}
