import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Range } from './file-content.ts';

/** Where stored files lie, whole and encrypted, under their random names. */
export interface FileStore {
  /** Brings the file at a path safely into the store; the one at the path may be gone afterwards. */
  put(name: string, path: string): Promise<void>;
  /** Throws an error with the code ENOENT where there is none. */
  open(name: string): Promise<{ bytes: number; read(range?: Range): Readable; close(): Promise<void> }>;
  remove(name: string): Promise<void>;
  /** In the order of names, those after one. */
  list(after?: string): AsyncIterable<{ name: string; bytes: number; changed: Date }>;
}

/** The store in a folder: `ab/cdef…`. */
export function openFolderStore(root: string): FileStore {
  const pathOf = (name: string) => join(root, name.slice(0, 2), name.slice(2));
  return {
    async put(name, path) {
      const place = pathOf(name);
      const folder = dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Copied beside, for the path may be on another disk.
      const aside = join(root, `${randomBytes(8).toString('hex')}.put`);
      const from = await open(path, 'r');
      try {
        const to = await open(aside, 'wx', 0o600);
        await pipeline(from.createReadStream(), to.createWriteStream({ flush: true }));
        await rename(aside, place);
        await syncFolder(folder);
      } finally {
        await from.close();
        await rm(aside, { force: true });
      }
    },
    async open(name) {
      const handle = await open(pathOf(name), 'r');
      const { size } = await handle.stat();
      return {
        bytes: size,
        read: (range) => createReadStream('', { fd: handle, autoClose: false, start: 0, ...range }),
        close: () => handle.close(),
      };
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async *list(after = '') {
      for (const folder of await namesIn(root, /^[\da-f]{2}$/)) {
        if (folder < after.slice(0, 2)) continue;
        for (const rest of await namesIn(join(root, folder), /^[\da-f]+$/)) {
          const name = folder + rest;
          if (name <= after) continue;
          const { size, mtime } = await stat(pathOf(name));
          yield { name, bytes: size, changed: mtime };
        }
      }
    },
  };
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

async function namesIn(path: string, form: RegExp) {
  try {
    return (await readdir(path)).filter((name) => form.test(name)).toSorted();
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
