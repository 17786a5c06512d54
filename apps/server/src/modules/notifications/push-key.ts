import { createECDH } from 'node:crypto';
import { deriveLastingKey } from '../../platform/crypto/crypto.ts';

/**
 * The key pair by which push services know this site (RFC 8292), in base64url: derived from the installation key, so
 * that every process has the same one and none is kept anywhere.
 */
export function pushKeyPair(secret: string): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1');
  for (let attempt = 0; ; attempt++) {
    const scalar = deriveLastingKey(secret, `push key ${attempt}`);
    try {
      curve.setPrivateKey(scalar);
    } catch {
      // One number in four thousand million is beyond the order of the curve.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
  }
}

/** Whether a browser's public key, in base64url, is a point of the curve: to nothing else can a message be encrypted. */
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
