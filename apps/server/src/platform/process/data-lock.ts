import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beganAt } from './process-files.ts';
import { StartError } from '../errors/errors.ts';

export interface LockedFolder {
  /** The folder's real path. */
  folder: string;
  unlock(): void;
}

/**
 * Makes the data folder if need be and takes it for this process: one server at a time. The lock file names the holder's
 * pid and when it began, so that a recycled pid is no holder. Throws a StartError naming a living holder.
 */
export async function lockDataFolder(dataDir: string): Promise<LockedFolder> {
  const folder = writing(dataDir, () => {
    mkdirSync(dataDir, { recursive: true });
    return realpathSync(dataDir);
  });
  const path = join(folder, 'server.lock');
  const mine = `${process.pid}\n${beganAt(process.pid)}\n`;
  while (!writing(folder, () => create(path, mine))) {
    const found = readFresh(path);
    const [pid] = found?.text.split('\n') ?? [];
    // Between another server's creating the file and writing to it, it is empty; after a power cut it stays so.
    if (found !== undefined && pid === '' && Math.abs(found.age) < 1000) {
      await sleep(20);
      continue;
    }
    if (found !== undefined && livingHolder(found.text) !== undefined) {
      throw new StartError(
        `Another server (pid ${pid}) is using the data folder ${folder}. Stop it first, or set DATA_DIR.`,
      );
    }
    if (found !== undefined) writing(folder, () => takeAway(path, found.text));
  }
  return {
    folder,
    unlock() {
      if (readFresh(path)?.text === mine) rmSync(path, { force: true });
    },
  };
}

/** The pid of the server that uses a data folder; undefined if none does. */
export function serverOf(dataDir: string): number | undefined {
  return livingHolder(readFresh(join(dataDir, 'server.lock'))?.text ?? '');
}

/** The holder that a lock names, if it is still the process that took it. */
function livingHolder(lock: string): number | undefined {
  const [pid, began] = lock.split('\n');
  return began !== undefined && beganAt(Number(pid)) === began ? Number(pid) : undefined;
}

/** Does what writes to the data folder; a full disk or a folder that is not ours becomes one sentence. */
export function writing<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') throw diskFull(folder);
    throw notWritable(folder);
  }
}

export const diskFull = (folder: string) =>
  new StartError(`The disk of the data folder is full: ${folder}. Make room and start again.`);
export const notWritable = (folder: string) =>
  new StartError(`The data folder cannot be written: ${folder}. Check DATA_DIR and who owns the folder.`);

function create(path: string, text: string) {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST') return false;
    if (code === 'ENOSPC') rmSync(path, { force: true });
    throw error;
  }
}

function readFresh(path: string) {
  try {
    return { text: readFileSync(path, 'utf8'), age: Date.now() - statSync(path).mtimeMs };
  } catch {
    return undefined;
  }
}

/**
 * Removes a dead server's lock. Two that start at once may both have seen it: the slower one must not remove the lock
 * that the faster one has made since, so the file is moved aside, looked at again, and put back if it is another.
 */
function takeAway(path: string, dead: string) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return;
    throw error;
  }
  if (readFresh(aside)?.text === dead) rmSync(aside, { force: true });
  else renameSync(aside, path);
}
