import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type FileStore, isFileName, MissingFile, type OpenFile, type Range } from './store.ts';
import { sealedChunkBytes } from '../crypto/crypto.ts';

// So much the disk is asked for at a time: a few chunks, so that none lies in two pieces.
const readBytes = 4 * sealedChunkBytes;

/**
 * Files in the data folder, in `files/ab/cdef…`. What is not finished lies elsewhere, so that a name in a folder of two
 * letters always stands for a whole file.
 */
export function openFolder(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  const locationOf = (name: string) => join(root, name.slice(0, 2), name.slice(2));

  return {
    isAway: false,
    locationOf,

    async put(name, path) {
      const target = locationOf(name);
      try {
        const handle = await open(path, 'r+');
        // A failed sync is never tried again: the kernel forgets what it could not write, and would call it clean.
        await handle.sync().finally(() => handle.close());
        await makeFolder(dirname(target));
        await rename(path, target);
        await syncFolder(dirname(target));
      } catch (error) {
        await rm(target, { force: true }).catch(() => {});
        throw error;
      }
    },

    async open(name) {
      const handle = await open(locationOf(name), 'r').catch(missing);
      try {
        return await openHandle(handle);
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    async remove(name) {
      await rm(locationOf(name), { force: true });
    },

    async *list(after = '') {
      for (const folder of await namesIn(root)) {
        if (!/^[\da-f]{2}$/.test(folder) || folder < after.slice(0, 2)) continue;
        for (const rest of await namesIn(join(root, folder))) {
          const name = folder + rest;
          if (!isFileName(name) || name <= after) continue;
          // Removed under our hands.
          const entry = await stat(locationOf(name)).catch(() => undefined);
          if (entry !== undefined) yield { name, bytes: entry.size, changed: entry.ctime };
        }
      }
    },
  };
}

/** The bytes of a file of this machine's that is open. */
export async function openHandle(handle: FileHandle): Promise<OpenFile> {
  const { size } = await handle.stat();

  async function* pieces({ start, end }: Range) {
    for (let at = start; at <= end; at += readBytes) {
      const length = Math.min(readBytes, end + 1 - at);
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, at);
      yield buffer.subarray(0, bytesRead);
      if (bytesRead < length) return;
    }
  }

  return {
    bytes: size,
    read: (range = { start: 0, end: size - 1 }) => Readable.from(pieces(range), { objectMode: false }),
    close: () => handle.close(),
  };
}

function missing(cause: unknown): never {
  if ((cause as { code?: string }).code !== 'ENOENT') throw cause;
  throw new MissingFile('a stored file is missing', { cause });
}

/** Makes a folder that survives a power cut, with those above it. */
export async function makeFolder(path: string) {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let at = path; at.length >= made.length; at = dirname(at)) await syncFolder(dirname(at));
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** The names in a folder, in their order; none where there is no such folder. */
export async function namesIn(path: string) {
  const names = await readdir(path).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.toSorted((one, other) => (one < other ? -1 : 1));
}
