import { createECDH } from 'node:crypto';
import { deriveLastingKey } from '../../platform/crypto/crypto.ts';

/**
 * The key pair that identifies this site to push services (RFC 8292), in base64url. It is derived from the installation key, so
 * every process has the same one and it is stored nowhere.
 */
export function pushKeyPair(secret: string): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1');
  for (let attempt = 0; ; attempt++) {
    const scalar = deriveLastingKey(secret, `push key ${attempt}`);
    try {
      curve.setPrivateKey(scalar);
    } catch {
      // One in four billion candidates is above the order of the curve.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
  }
}

/** Whether a browser's public key, in base64url, is a point on the curve. Messages can only be encrypted to such a key. */
export function isPublicKey(key: string): boolean {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(key, 'base64url');
    return true;
  } catch {
    return false;
  }
}
