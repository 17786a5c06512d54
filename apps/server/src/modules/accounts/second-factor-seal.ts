import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../../core/session.ts';

const algorithm = 'aes-256-gcm';
const keyOf = (secret: string) => deriveKey(secret, 'second factor');
const boundTo = (userId: number) => Buffer.from(`person ${userId}`);

/** Encrypts what belongs to one person's second factor, by a key that is not in the database: nonce, tag, text. */
export function seal(secret: string, userId: number, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce).setAAD(boundTo(userId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** What was sealed; throws where it was changed, or is another person's. */
export function unseal(secret: string, userId: number, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, keyOf(secret), sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(boundTo(userId)).setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}
