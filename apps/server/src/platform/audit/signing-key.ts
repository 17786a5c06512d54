import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { keptSecret } from '../crypto/crypto.ts';
import { StartError } from '../errors/errors.ts';

/** How far the chain of the audit had come at a moment, signed (Ed25519). */
export interface Checkpoint {
  seq: number;
  /** Of the seal in that place, in hexadecimal digits. */
  hash: string;
  at: string;
  key_id: string;
  /** In base64. */
  signature: string;
}

type Unsigned = Omit<Checkpoint, 'key_id' | 'signature'>;

export type AuditKey = ReturnType<typeof openAuditKey>;

/** What an operator may copy to another machine: the checkpoints, and the public keys that they are checked by. */
export const auditFolder = (dataDir: string) => join(dataDir, 'audit');

// RFC 8410: what stands before the 32 bytes of a private key.
const wrapping = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that signs checkpoints, with its public half left in the audit's folder. Throws a StartError. */
export function openAuditKey({ auditKey, dataDir }: Pick<Config, 'auditKey' | 'dataDir'>) {
  const seed = Buffer.from(auditKey ?? keptSecret(dataDir, 'audit-key'), 'base64');
  const secret = createPrivateKey({ key: Buffer.concat([wrapping, seed]), format: 'der', type: 'pkcs8' });
  const shown = createPublicKey(secret);
  const id = idOf(shown);
  const folder = auditFolder(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, `${id}.pem`), shown.export({ type: 'spki', format: 'pem' }));
  } catch (cause) {
    throw new StartError(`The folder of the audit cannot be written: ${folder}. Check who owns it.`, { cause });
  }
  return {
    id,
    sign: (point: Unsigned): Checkpoint => ({
      ...point,
      key_id: id,
      signature: sign(null, signedText({ ...point, key_id: id }), secret).toString('base64'),
    }),
    /** Signs a line of another list of the data folder, by its hash. */
    signLine: (hash: string) => ({ key_id: id, signature: sign(null, signedLine(hash), secret).toString('base64') }),
  };
}

/** The public keys in a folder, by their names. */
export function publicKeysIn(folder: string): ReadonlyMap<string, KeyObject> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.pem'));
  const keys = names.map((name) => createPublicKey(readFileSync(join(folder, name))));
  return new Map(keys.map((key) => [idOf(key), key]));
}

/** Whether a checkpoint was signed by one of these keys. */
export function isSigned({ signature, ...point }: Checkpoint, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = keys.get(point.key_id);
  return key !== undefined && verify(null, signedText(point), key, Buffer.from(signature, 'base64'));
}

/** Whether a line of another list of the data folder was signed by one of these keys. */
export function isSignedLine(
  { hash, key_id, signature }: { hash: string; key_id: string; signature: string },
  keys: ReadonlyMap<string, KeyObject>,
): boolean {
  const key = keys.get(key_id);
  return key !== undefined && verify(null, signedLine(hash), key, Buffer.from(signature, 'base64'));
}

const signedLine = (hash: string) => Buffer.from(JSON.stringify(['carecommons line', hash]));

const signedText = ({ seq, hash, at, key_id }: Omit<Checkpoint, 'signature'>) =>
  Buffer.from(JSON.stringify(['carecommons audit', seq, hash, at, key_id]));

const idOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
