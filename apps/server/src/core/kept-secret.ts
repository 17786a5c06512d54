import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

const sampleSecret = /change.?me|secret|password|example|sample|default|12345|qwerty/i;

/** The secret that was set, or the one that is kept in the data folder. Production refuses one that can be guessed. */
export function secretOf(given: string | undefined, mode: 'demo' | 'production', dataDir: string) {
  if (given === undefined) return keptSecret(dataDir);
  if (mode === 'production' && (given.length < 32 || sampleSecret.test(given) || new Set(given).size < 10)) {
    throw new StartError('SECRET must be at least 32 random characters, such as `openssl rand -base64 32` prints.');
  }
  return given;
}

/** A secret of 32 bytes that the first start made and left in the data folder, for nobody else to read. */
export function keptSecret(dataDir: string, name = 'secret') {
  const path = join(dataDir, name);
  try {
    return readFileSync(path, 'utf8');
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
