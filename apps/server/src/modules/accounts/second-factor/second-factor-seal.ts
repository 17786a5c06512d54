import { sealWith, unsealWith } from '../../../platform/crypto/crypto.ts';

const purpose = 'second factor';
const boundTo = (userId: number) => `person ${userId}`;

/** Encrypts what belongs to one person's second factor with a key that is not in the database: nonce, tag, text. */
export function seal(secret: string, userId: number, text: string): Buffer {
  return sealWith(secret, purpose, boundTo(userId), Buffer.from(text));
}

/** Decrypts it; throws if it was changed or belongs to another person. */
export function unseal(secret: string, userId: number, sealed: Buffer): string {
  return unsealWith(secret, purpose, boundTo(userId), sealed).content.toString('utf8');
}

/** The version of the secret that encrypted something; undefined if that version is unknown here. */
export function sealedBy(secret: string, userId: number, sealed: Buffer): number | undefined {
  try {
    return unsealWith(secret, purpose, boundTo(userId), sealed).version;
  } catch {
    return undefined;
  }
}
