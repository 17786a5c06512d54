import type { FileHandle } from 'node:fs/promises';
import { type Bound, chunkBytes, chunksOf, leastSealedBytes, prefixBytes, sealedChunkBytes } from './sealing.ts';

/**
 * Every stored file begins with eight bytes: a name, and the version of what follows. Version 1 is followed by the content
 * as it is, and is read alone; version 2 by the beginning of its nonces and its encrypted chunks.
 */
const headerOf = (version: number) => Buffer.from(`CCFILE${String.fromCharCode(version)}\n`, 'latin1');
const [plainHeader, sealedHeader] = [headerOf(1), headerOf(2)];
const headBytes = sealedHeader.length + prefixBytes;

/** A part of a file, both ends included. */
export interface Range {
  start: number;
  end: number;
}

/** What a file holds, as it was before it was encrypted. */
export interface Content {
  bytes: number;
  /** Piece by piece, and none that was not found to be what was stored: throws where the next is not. */
  pieces(range: Range): AsyncIterable<Buffer>;
}

/** The head and the chunks of a new file. */
export async function* sealContent(key: Buffer, prefix: Buffer, bound: Bound, source: AsyncIterable<Uint8Array>) {
  yield Buffer.concat([sealedHeader, prefix]);
  yield* chunksOf(key, prefix, bound).seal(source);
}

/** The content of an open file that is encrypted; throws where it is no such file, not whole, or another one. */
export async function sealedContent(handle: FileHandle, key: Buffer, bound: Bound): Promise<Content> {
  const { size } = await handle.stat();
  const head = await readAt(handle, 0, headBytes);
  if (!head.subarray(0, sealedHeader.length).equals(sealedHeader)) throw new Error('unknown format');
  const chunks = chunksOf(key, head.subarray(sealedHeader.length), bound);
  const count = Math.ceil((size - headBytes) / sealedChunkBytes);
  const last = count - 1;
  const bytes = size - headBytes - count * leastSealedBytes;

  async function open(index: number) {
    const at = headBytes + index * sealedChunkBytes;
    return chunks.open(await readAt(handle, at, Math.min(sealedChunkBytes, size - at)), index, index === last);
  }

  async function* pieces({ start, end }: Range) {
    for (let index = Math.floor(start / chunkBytes); index <= last && index * chunkBytes <= end; index++) {
      const from = index * chunkBytes;
      yield (await open(index)).subarray(Math.max(0, start - from), end - from + 1);
    }
  }

  // Both ends, so that what is cut off or another file is refused before anything is promised about it.
  await open(0);
  await open(last);
  return { bytes, pieces };
}

/** The content of an open file of version 1; throws where it is none. */
export async function plainContent(handle: FileHandle): Promise<Content> {
  const { size } = await handle.stat();
  const { length } = plainHeader;
  const header = await readAt(handle, 0, length);
  if (!header.equals(plainHeader)) throw new Error('unknown format');
  const bytes = size - length;

  async function* pieces({ start, end }: Range) {
    for (let at = start; at <= end && at < bytes; at += chunkBytes) {
      yield await readAt(handle, length + at, Math.min(chunkBytes, end + 1 - at, bytes - at));
    }
  }

  return { bytes, pieces };
}

/** Whether an open file is encrypted, or says so. */
export async function isSealed(handle: FileHandle) {
  return (await readAt(handle, 0, sealedHeader.length)).equals(sealedHeader);
}

async function readAt(handle: FileHandle, at: number, length: number) {
  // A file that is cut within its head leaves less than nothing to read.
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(Math.max(0, length)), 0, length, at);
  if (bytesRead < length || length <= 0) throw new Error('cut short');
  return buffer;
}
