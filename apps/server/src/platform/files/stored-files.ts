import { createHash, type Hash, randomBytes } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Content, isSealed, plainContent, sealContent, sealedContent } from './encrypted-content.ts';
import type { StoredWithKey, Stored } from './file-keys.ts';
import { type FileStore, MissingFile, type OpenFile, type Range } from './store.ts';
import { openFolder, openHandle } from './folder-store.ts';
import { openIncoming } from './unfinished-files.ts';
import type { Logger } from '../log/log.ts';
import {
  type Bound,
  chunkBytes,
  isKnown,
  type MasterKeyFault,
  masterKeyFaults,
  type MasterKeys,
  prefixBytes,
  unwrap,
  wrap,
} from '../crypto/crypto.ts';
import { Problem, UnreadableFile } from '../errors/errors.ts';

// A file without a row may belong to an upload whose row is just being written, on this process or on another.
const orphanAge = 3600 * 1000;
// Of so many files the database is asked at a time.
const sweptAtOnce = 500;
const moved = { written: 0, read: 0 };

/** How many bytes of content were written to files and read from them so far. */
export const fileBytes = () => moved;

/** A file that is written aside and not stored yet: it is either committed or discarded. */
export interface Draft {
  bytes: number;
  sha256: Buffer;
  owner: number;
  read(range?: Range): Readable;
  /** Stores it safely on the disk under its random name. Throws `storage_full`, `key_missing`, `busy`. */
  commit(): Promise<StoredWithKey>;
  discard(): Promise<void>;
}

export type Files = ReturnType<typeof openFiles>;

/**
 * The files of people, each encrypted with a key of its own, which is nowhere on the disk. What is finished lies in the
 * store, under random names alone; whatever is not lies aside in the data folder.
 */
export function openFiles(dataDir: string, keys: MasterKeys, log: Logger, store: FileStore = openFolder(dataDir)) {
  const incoming = openIncoming(dataDir);
  let damaged = 0;

  return {
    keys,
    /** Whether opening a file may take long: then no connection to the database is held meanwhile. */
    isAway: store.isAway,

    /**
     * Writes a stream aside, encrypted, while counting it; `owner` is the person whom it is about. Throws `too_large` beyond
     * `limit` bytes, `storage_full`, `busy`.
     */
    async write(source: AsyncIterable<Uint8Array>, limit: number, owner: number): Promise<Draft> {
      const { path, handle } = await stored(() => incoming.create());
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
        const content = await stored(async () => sealedContent(await openHandle(handle), key, bound));
        moved.written += content.bytes;
        return {
          bytes: content.bytes,
          sha256: hash.digest(),
          owner,
          read: (range?: Range) => streamOf(content, range, refusedByDisk),
          commit: () => commit(handle, path, key, bound),
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
      const opened = await store.open(file).catch((error: unknown) => {
        throw error instanceof MissingFile ? brokenOff(file, error) : refusedByDisk(error);
      });
      try {
        const content = await contentOf(opened, { file, owner, key });
        const read = (range?: Range) => streamOf(content, range, (error) => brokenOff(file, error));
        return {
          read: (range?: Range) => read(range).once('close', () => void opened.close()),
          close: () => opened.close(),
        };
      } catch (error) {
        await opened.close();
        throw brokenOff(file, error);
      }
    },

    /** Removes stored files that no row names (any more). */
    async remove(files: string | readonly string[]) {
      // Where it is refused, the sweep takes them.
      for (const file of [files].flat()) await store.remove(file).catch(() => {});
    },

    /**
     * Removes what dead processes left unfinished, and files that no row names: `known` says which of some keys have one.
     * Returns how many were removed. Never one that is being written, nor one younger than `age` (milliseconds).
     */
    async sweep(known: (keys: string[]) => Promise<Set<string>>, age = orphanAge): Promise<number> {
      let removed = await incoming.sweep(age);
      let old: string[] = [];
      const removeUnknown = async () => {
        const named = await known(old);
        for (const file of old.filter((one) => !named.has(one))) {
          await store.remove(file);
          removed += 1;
        }
        old = [];
      };
      for await (const { name, changed } of store.list()) {
        if (Date.now() - changed.getTime() >= age) old.push(name);
        if (old.length === sweptAtOnce) await removeUnknown();
      }
      if (old.length > 0) await removeUnknown();
      return removed;
    },
  };

  async function commit(handle: FileHandle, path: string, key: Buffer, bound: Bound): Promise<StoredWithKey> {
    try {
      const by = keys.newest();
      if (by === undefined) throw keyMissing(1, 'missing');
      const { version, fingerprint } = by;
      const kept = { ...bound, key: { version, fingerprint, wrapped: wrap(by.key, key, bound) } };
      // Closed after that alone: a write that the disk refused late is told as long as the file is open.
      await stored(() => store.put(bound.file, path));
      await handle.close();
      return kept;
    } catch (error) {
      await handle.close().catch(() => {});
      await removeOrLeave(path);
      throw error;
    }
  }

  async function contentOf(opened: OpenFile, { file, owner, key }: Stored) {
    // What has a key is never read as a file without one, whatever it says itself.
    if (key === undefined) {
      if (await isSealed(opened)) throw new UnreadableFile('erased');
      return await plainContent(opened);
    }
    const by = keys.get(key.version);
    if (by === undefined || !isKnown(by, key)) throw keyMissing(key.version, by === undefined ? 'missing' : 'another');
    return await sealedContent(opened, unwrap(by.key, key.wrapped, { file, owner }), { file, owner });
  }

  function keyMissing(version: number, fault: MasterKeyFault) {
    log.error({ setting: 'MASTER_KEYS', version }, masterKeyFaults[fault]);
    return new UnreadableFile('key_missing');
  }

  /** Says that a file is not what was stored, and how many times that was found; what is another refusal is left as it is. */
  function brokenOff(file: string, error: unknown) {
    if (error instanceof Problem) return error;
    damaged += 1;
    const code = (error as { code?: string }).code;
    log.error({ count: damaged, code, path: store.locationOf(file) }, 'a stored file is damaged or missing');
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

/** Removes what the answer does not depend on; where the disk refuses, the sweep takes it. */
const removeOrLeave = (path: string) => rm(path, { force: true }).catch(() => {});

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
