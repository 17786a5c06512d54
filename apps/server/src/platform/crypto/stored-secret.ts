import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { putSafely } from './master-keys.ts';
import { textOf, versionsOf } from './secrets.ts';
import { StartError } from '../errors/errors.ts';

const sampleSecret = /change.?me|secret|password|example|sample|default|12345|qwerty/i;

/** The secret that was set, or the one that is kept in the data folder. Production refuses one that can be guessed. */
export function secretOf(given: string | undefined, mode: 'demo' | 'production', dataDir: string) {
  const text = given ?? keptSecret(dataDir);
  const versions = versionsOf(text);
  const numbers = new Set(versions.map(({ version }) => version));
  if (versions.length === 0 || numbers.size < versions.length) {
    throw new StartError('SECRET must be one secret, or versions that differ and their secrets, such as 1:… 2:….');
  }
  if (given !== undefined && mode === 'production' && versions.some(({ secret }) => isWeak(secret))) {
    throw new StartError('SECRET must be at least 32 random characters, such as `openssl rand -base64 32` prints.');
  }
  return text;
}

const isWeak = (secret: string) => secret.length < 32 || sampleSecret.test(secret) || new Set(secret).size < 10;

/** Adds a version to the secret in the data folder, and gives all of them. */
export function addKeptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  const versions = versionsOf(readFileSync(path, 'utf8'));
  const next = Math.max(...versions.map(({ version }) => version)) + 1;
  const text = textOf([...versions, { version: next, secret: randomBytes(32).toString('base64') }]);
  putSafely(path, `${text}\n`, renameSync);
  return text;
}

/** A secret of 32 bytes that the first start made and left in the data folder, for nobody else to read. */
export function keptSecret(dataDir: string, name = 'secret') {
  const path = join(dataDir, name);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') {
      throw new StartError(`A secret in the data folder cannot be read: ${path}. Check who owns it.`);
    }
  }
  const secret = randomBytes(32).toString('base64');
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, secret, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const full = (error as { code?: string }).code === 'ENOSPC';
    throw new StartError(
      full
        ? `The disk of the data folder is full: ${dataDir}. Make room and start again.`
        : `The data folder cannot be written: ${dataDir}. Check DATA_DIR and who owns the folder.`,
    );
  }
  return secret;
}
