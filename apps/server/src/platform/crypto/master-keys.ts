import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../errors/errors.ts';

/** A key that wraps the keys of files; of several, the one with the highest version. */
export interface MasterKey {
  version: number;
  key: Buffer;
  /** Tells it from another key, and nothing else. */
  fingerprint: Buffer;
}

/** What is said to operators of a master key that does not open what it should. */
export const masterKeyFaults = {
  missing: 'the master key of this version is missing: what it wrapped cannot be opened',
  another: 'the master key of this version is another one than before: what that one wrapped cannot be opened',
} as const;
export type MasterKeyFault = keyof typeof masterKeyFaults;

/** Whether a master key is the one of which the fingerprint is known. */
export const isKnown = ({ fingerprint }: MasterKey, known: { fingerprint: Buffer }) =>
  fingerprint.equals(known.fingerprint);

export type MasterKeys = ReturnType<typeof openMasterKeys>;

const form = /^([1-9]\d{0,5}):([A-Za-z\d+/]{43}=)$/;

/** The master keys that a text names, oldest first; undefined where it is none, names a version twice, or a key that is not random. */
export function parseMasterKeys(text: string): MasterKey[] | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readKey);
  const known = keys.filter((key) => key !== undefined);
  const versions = new Set(known.map(({ version }) => version));
  if (known.length === 0 || versions.size < keys.length) return undefined;
  return known.toSorted((one, other) => one.version - other.version);
}

function readKey(text: string): MasterKey | undefined {
  const [, version, base64 = ''] = form.exec(text) ?? [];
  const key = Buffer.from(base64, 'base64');
  if (key.length !== 32 || new Set(key).size < 10) return undefined;
  return {
    version: Number(version),
    key,
    fingerprint: Buffer.from(hkdfSync('sha256', key, '', 'carecommons fingerprint', 16)),
  };
}

/**
 * The master keys: those of the setting, else those in the file `master-keys` of the data folder, which the first start
 * makes. The file is read whenever a key is wanted, so that a running server knows of a new version at once. Throws a
 * StartError.
 */
export function openMasterKeys({ masterKeys, dataDir }: { masterKeys: string | undefined; dataDir: string }) {
  const path = join(dataDir, 'master-keys');
  const set = masterKeys === undefined ? undefined : parseMasterKeys(masterKeys);
  if (set === undefined) {
    makeFirst(path);
    if (parseMasterKeys(textOf(path)) === undefined) {
      throw new StartError(`The master keys in the data folder are damaged: ${path}. Put their backup back.`);
    }
  }
  let cached: { text: string; keys: MasterKey[] } | undefined;

  const all = () => {
    if (set !== undefined) return set;
    const text = textOf(path);
    if (cached?.text !== text) cached = { text, keys: parseMasterKeys(text) ?? [] };
    return cached.keys;
  };

  return {
    /** The one that wraps; undefined where the file has gone. */
    newest: () => all().at(-1),

    get: (wanted: number) => all().find(({ version }) => version === wanted),

    /** Adds a version to the file and returns it; undefined where the keys are a setting. One process at a time. */
    add(): MasterKey | undefined {
      if (set !== undefined) return undefined;
      const text = textOf(path);
      const version = (parseMasterKeys(text)?.at(-1)?.version ?? 0) + 1;
      putSafely(path, `${text.trimEnd()}\n${newLine(version)}`, renameSync);
      return all().at(-1);
    },
  };
}

const newLine = (version: number) => `${version}:${randomBytes(32).toString('base64')}\n`;

function makeFirst(path: string) {
  try {
    if (textOf(path) === '') putSafely(path, newLine(1), linkSync);
  } catch (error) {
    const { code } = error as { code?: string };
    // Another server that starts at the same time was first.
    if (code === 'EEXIST') return;
    if (code === 'ENOSPC') {
      throw new StartError(`The disk of the data folder is full: ${dirname(path)}. Make room and start again.`);
    }
    throw new StartError(`The master keys in the data folder cannot be read or made: ${path}. Check who owns it.`);
  }
}

function textOf(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return '';
    throw error;
  }
}

/** Writes a file of secrets: whole, for nobody else to read, and on the disk before anything depends on it. */
export function putSafely(path: string, text: string, putInPlace: (from: string, to: string) => void) {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    synced(openSync(aside, 'wx', 0o600), (file) => {
      writeSync(file, text);
      // Whoever runs the server reads it on, also where somebody else adds a version.
      const before = statSync(path, { throwIfNoEntry: false });
      if (before !== undefined) fchownSync(file, before.uid, before.gid);
    });
    putInPlace(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
  synced(openSync(folder, 'r'));
}

function synced(file: number, work: (file: number) => void = () => {}) {
  try {
    work(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
