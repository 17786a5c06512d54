import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from './problem.ts';
import { beganAt } from './processes.ts';

/**
 * Every stored file begins with these eight bytes: a name, and the version of what follows. Version 1 is followed by the
 * content as it is; another version (encrypted content, say) can stand beside it without anything being converted.
 */
const header = Buffer.from('CCFILE\u0001\n', 'latin1');

// A file without a row may belong to an upload whose row is just being written, on this process or on another.
const orphanAge = 3600 * 1000;

/** A part of a file, both ends included. */
export interface Range {
  start: number;
  end: number;
}

/** A file that is written aside and not stored yet: it is either kept or discarded. */
export interface Draft {
  bytes: number;
  sha256: Buffer;
  read(range?: Range): Readable;
  /** Brings it safely to the disk under a random name, which it returns. Throws `storage_full`, `busy`. */
  keep(): Promise<string>;
  discard(): Promise<void>;
}

export type Files = ReturnType<typeof openFiles>;

/**
 * The files of the data folder. They lie in `files/ab/cdef…`, under random names alone; whatever is not finished lies in
 * `files/incoming`, so that a name in a folder of two letters always stands for a whole file.
 */
export function openFiles(dataDir: string) {
  const root = join(dataDir, 'files');
  const incoming = join(root, 'incoming');
  const pathOf = (key: string) => join(root, key.slice(0, 2), key.slice(2));

  return {
    /** Writes a stream aside while counting it. Throws `too_large` beyond `limit` bytes, `storage_full`, `busy`. */
    async write(source: AsyncIterable<Uint8Array>, limit: number): Promise<Draft> {
      const path = join(incoming, `${writerName(process.pid)}.${randomBytes(8).toString('hex')}`);
      const handle = await stored(async () => {
        await makeFolder(incoming);
        return await open(path, 'wx+', 0o600);
      });
      const discard = async () => {
        await handle.close().catch(() => {});
        await rm(path, { force: true });
      };
      try {
        return { ...(await fill(handle, source, limit)), keep: () => keep(handle, path), discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },

    /** Opens a stored file before anything is promised about it; the caller reads the stream or closes it. */
    async open(key: string) {
      const handle = await stored(() => open(pathOf(key), 'r').catch(missing));
      try {
        const head = await handle.read(Buffer.alloc(header.length), 0, header.length, 0);
        if (!head.buffer.equals(header)) throw new Error('a stored file has an unknown format');
      } catch (error) {
        await handle.close();
        throw error;
      }
      return { read: (range?: Range) => readStream(handle, range, true), close: () => handle.close() };
    },

    /** Removes a stored file whose row was not written after all. */
    async remove(key: string) {
      await rm(pathOf(key), { force: true });
    },

    /**
     * Removes what dead processes left unfinished, and files that no row names: `known` says which of some keys have one.
     * Returns how many were removed. Never one that is being written, nor one younger than `age` (milliseconds).
     */
    async sweep(known: (keys: string[]) => Promise<Set<string>>, age = orphanAge): Promise<number> {
      let removed = 0;
      for (const name of await namesIn(incoming)) {
        const path = join(incoming, name);
        if (isBeingWritten(name) || (isForeign(name) && !(await isOld(path, age)))) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      for (const folder of await namesIn(root)) {
        if (!/^[\da-f]{2}$/.test(folder)) continue;
        const old: string[] = [];
        for (const name of await namesIn(join(root, folder))) {
          if (await isOld(join(root, folder, name), age)) old.push(folder + name);
        }
        const named = old.length === 0 ? new Set() : await known(old);
        for (const key of old.filter((one) => !named.has(one))) {
          await rm(pathOf(key), { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };

  async function keep(handle: FileHandle, path: string) {
    const key = randomBytes(20).toString('hex');
    const place = pathOf(key);
    try {
      return await stored(async () => {
        // A failed sync is never tried again: the kernel forgets what it could not write, and would call it clean.
        await handle.sync();
        await handle.close();
        await makeFolder(dirname(place));
        await rename(path, place);
        await syncFolder(dirname(place));
        return key;
      });
    } catch (error) {
      await handle.close().catch(() => {});
      await Promise.all([rm(path, { force: true }), rm(place, { force: true })]);
      throw error;
    }
  }
}

async function fill(handle: FileHandle, source: AsyncIterable<Uint8Array>, limit: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  await stored(() => handle.appendFile(header));
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limit) throw new Problem('too_large');
    hash.update(chunk);
    await stored(() => handle.appendFile(chunk));
  }
  return { bytes, sha256: hash.digest(), read: (range?: Range) => readStream(handle, range, false) };
}

function readStream(handle: FileHandle, range: Range | undefined, autoClose: boolean): Readable {
  const start = header.length + (range?.start ?? 0);
  const end = range === undefined ? undefined : { end: header.length + range.end };
  return createReadStream('', { fd: handle, start, ...end, autoClose });
}

function missing(cause: unknown): never {
  if ((cause as { code?: string }).code !== 'ENOENT') throw cause;
  throw new Error('a stored file is missing', { cause });
}

/** Makes a folder that survives a power cut, with those above it. */
async function makeFolder(path: string) {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let at = path; at.length >= made.length; at = dirname(at)) await syncFolder(dirname(at));
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Turns what the disk refuses into an answer: 507 where it is full, else 503. */
async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === undefined) throw cause;
    const full = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);
    throw new Problem(full ? 'storage_full' : 'busy', { cause, headers: { 'retry-after': full ? '300' : '5' } });
  }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const thisHost = shortHash(hostname());

/** Who writes an unfinished file: the machine, the pid, and when that process began, for pids come again. */
const writerName = (pid: number) => `${thisHost}.${pid}.${shortHash(beganAt(pid) ?? '')}`;

const isForeign = (name: string) => !name.startsWith(`${thisHost}.`);

function isBeingWritten(name: string) {
  const pid = Number(name.split('.')[1]);
  return !isForeign(name) && beganAt(pid) !== undefined && name.startsWith(`${writerName(pid)}.`);
}

async function isOld(path: string, age: number) {
  const { ctimeMs } = await stat(path).catch(() => ({ ctimeMs: Infinity }));
  return Date.now() - ctimeMs >= age;
}

async function namesIn(path: string) {
  return await readdir(path).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
