import { createHash, type Hash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type Content, isSealed, plainContent, type Range, sealContent, sealedContent } from './file-content.ts';
import type { Kept, Stored } from './file-keys.ts';
import type { Logger } from './log.ts';
import { isKnown, type MasterKeyFault, masterKeyFaults, type MasterKeys } from './master-keys.ts';
import { Problem, UnreadableFile } from './problem.ts';
import { beganAt } from './processes.ts';
import { type Bound, chunkBytes, prefixBytes, unwrap, wrap } from './sealing.ts';

// A file without a row may belong to an upload whose row is just being written, on this process or on another.
const orphanAge = 3600 * 1000;
const moved = { written: 0, read: 0 };

/** How many bytes of content were written to files and read from them so far. */
export const fileBytes = () => moved;

/** A file that is written aside and not stored yet: it is either kept or discarded. */
export interface Draft {
  bytes: number;
  sha256: Buffer;
  owner: number;
  read(range?: Range): Readable;
  /** Brings it safely to the disk under its random name. Throws `storage_full`, `key_missing`, `busy`. */
  keep(): Promise<Kept>;
  discard(): Promise<void>;
}

export type Files = ReturnType<typeof openFiles>;

/**
 * The files of the data folder, each encrypted with a key of its own, which is nowhere on the disk. They lie in
 * `files/ab/cdef…`, under random names alone; whatever is not finished lies in `files/incoming`, so that a name in a folder
 * of two letters always stands for a whole file.
 */
export function openFiles(dataDir: string, keys: MasterKeys, log: Logger) {
  const root = join(dataDir, 'files');
  const incoming = join(root, 'incoming');
  const pathOf = (file: string) => join(root, file.slice(0, 2), file.slice(2));
  let damaged = 0;

  return {
    keys,

    /**
     * Writes a stream aside, encrypted, while counting it; `owner` is the person whom it is about. Throws `too_large` beyond
     * `limit` bytes, `storage_full`, `busy`.
     */
    async write(source: AsyncIterable<Uint8Array>, limit: number, owner: number): Promise<Draft> {
      const path = join(incoming, `${writerName(process.pid)}.${randomBytes(8).toString('hex')}`);
      const handle = await stored(async () => {
        await makeFolder(incoming);
        return await open(path, 'wx+', 0o600);
      });
      const discard = async () => {
        await handle.close().catch(() => {});
        await removeOrLeave(path);
      };
      const bound = { file: randomBytes(20).toString('hex'), owner };
      const key = randomBytes(32);
      try {
        const hash = createHash('sha256');
        const sealed = sealContent(key, randomBytes(prefixBytes), bound, counted(source, limit, hash));
        for await (const chunk of sealed) await stored(() => handle.appendFile(chunk));
        const content = await stored(() => sealedContent(handle, key, bound));
        moved.written += content.bytes;
        return {
          bytes: content.bytes,
          sha256: hash.digest(),
          owner,
          read: (range?: Range) => streamOf(content, range, refusedByDisk),
          keep: () => keep(handle, path, key, bound),
          discard,
        };
      } catch (error) {
        await discard();
        throw error;
      }
    },

    /**
     * Opens a stored file before anything is promised about it; the caller reads the stream or closes it. Throws an
     * `UnreadableFile` where its key is not at hand or was destroyed, or it is not what was stored.
     */
    async open({ file, owner, key }: Stored) {
      const handle = await stored(() => open(pathOf(file), 'r').catch(missing)).catch((error) => {
        throw error instanceof Problem ? error : brokenOff(file, error);
      });
      try {
        const content = await contentOf(handle, { file, owner, key });
        const read = (range?: Range) => streamOf(content, range, (error) => brokenOff(file, error));
        return {
          read: (range?: Range) => read(range).once('close', () => void handle.close()),
          close: () => handle.close(),
        };
      } catch (error) {
        await handle.close();
        throw error instanceof UnreadableFile ? error : brokenOff(file, error);
      }
    },

    /** Removes a stored file whose row was not written after all. */
    async remove(file: string) {
      await removeOrLeave(pathOf(file));
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

  async function keep(handle: FileHandle, path: string, key: Buffer, bound: Bound): Promise<Kept> {
    const place = pathOf(bound.file);
    try {
      const by = keys.newest();
      if (by === undefined) throw keyMissing(1, 'missing');
      const { version, fingerprint } = by;
      const kept = { ...bound, key: { version, fingerprint, wrapped: wrap(by.key, key, bound) } };
      return await stored(async () => {
        // A failed sync is never tried again: the kernel forgets what it could not write, and would call it clean.
        await handle.sync();
        await handle.close();
        await makeFolder(dirname(place));
        await rename(path, place);
        await syncFolder(dirname(place));
        return kept;
      });
    } catch (error) {
      await handle.close().catch(() => {});
      await Promise.all([removeOrLeave(path), removeOrLeave(place)]);
      throw error;
    }
  }

  async function contentOf(handle: FileHandle, { file, owner, key }: Stored) {
    // What has a key is never read as a file without one, whatever it says itself.
    if (key === undefined) {
      if (await isSealed(handle)) throw new UnreadableFile('erased');
      return await plainContent(handle);
    }
    const by = keys.get(key.version);
    if (by === undefined || !isKnown(by, key)) throw keyMissing(key.version, by === undefined ? 'missing' : 'another');
    return await sealedContent(handle, unwrap(by.key, key.wrapped, { file, owner }), { file, owner });
  }

  function keyMissing(version: number, fault: MasterKeyFault) {
    log.error({ setting: 'MASTER_KEYS', version }, masterKeyFaults[fault]);
    return new UnreadableFile('key_missing');
  }

  /** Says that a file is not what was stored, and how many times that was found. */
  function brokenOff(file: string, error: unknown) {
    damaged += 1;
    const code = (error as { code?: string }).code;
    log.error({ count: damaged, code, path: pathOf(file) }, 'a stored file is damaged or missing');
    return new UnreadableFile('damaged', { cause: error });
  }
}

/** A stream of the content, or of a part of it, that ends in the error which `failing` makes of what went wrong. */
function streamOf({ bytes, pieces }: Content, range: Range | undefined, failing: (error: unknown) => Error) {
  async function* content() {
    try {
      for await (const piece of pieces(range ?? { start: 0, end: bytes - 1 })) {
        moved.read += piece.length;
        yield piece;
      }
    } catch (error) {
      throw failing(error);
    }
  }
  return Readable.from(content(), { objectMode: false, highWaterMark: chunkBytes });
}

/** What a stream brings, as long as it is not more than `limit` bytes. */
async function* counted(source: AsyncIterable<Uint8Array>, limit: number, hash: Hash) {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limit) throw new Problem('too_large');
    hash.update(chunk);
    yield chunk;
  }
}

function missing(cause: unknown): never {
  if ((cause as { code?: string }).code !== 'ENOENT') throw cause;
  throw new Error('a stored file is missing', { cause });
}

/** Removes what the answer does not depend on; where the disk refuses, the sweep takes it. */
const removeOrLeave = (path: string) => rm(path, { force: true }).catch(() => {});

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

/** Turns what the disk refuses into an answer. */
async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusedByDisk(error);
  }
}

/** 507 where the disk is full, else 503; what is no refusal of the disk is left as it is. */
function refusedByDisk(cause: unknown): Error {
  const { code } = cause as { code?: string };
  if (code === undefined || cause instanceof Problem) return cause as Error;
  const full = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);
  return new Problem(full ? 'storage_full' : 'busy', { cause, headers: { 'retry-after': full ? '300' : '5' } });
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
