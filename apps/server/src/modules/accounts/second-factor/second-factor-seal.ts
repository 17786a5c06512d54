import { sealWith, unsealWith } from '../../../platform/crypto/crypto.ts';

const purpose = 'second factor';
const boundTo = (userId: number) => `person ${userId}`;

/** Encrypts what belongs to one person's second factor, by a key that is not in the database: nonce, tag, text. */
export function seal(secret: string, userId: number, text: string): Buffer {
  return sealWith(secret, purpose, boundTo(userId), Buffer.from(text));
}

/** What was sealed; throws where it was changed, or is another person's. */
export function unseal(secret: string, userId: number, sealed: Buffer): string {
  return unsealWith(secret, purpose, boundTo(userId), sealed).content.toString('utf8');
}

/** The version of the secret by which something was sealed; undefined where that is not known here. */
export function sealedBy(secret: string, userId: number, sealed: Buffer): number | undefined {
  try {
    return unsealWith(secret, purpose, boundTo(userId), sealed).version;
  } catch {
    return undefined;
  }
}
