import type { FileHandle } from 'node:fs/promises';
import { type Bound, chunkBytes, chunksOf, leastSealedBytes, prefixBytes, sealedChunkBytes } from './sealing.ts';

/**
 * Every stored file begins with eight bytes: a name, and the version of what follows. Version 1 is followed by the content
 * as it is, and is read alone; version 2 by the beginning of its nonces and its encrypted chunks.
 */
const headerOf = (version: number) => Buffer.from(`CCFILE${String.fromCharCode(version)}\n`, 'latin1');
const [plainHeader, sealedHeader] = [headerOf(1), headerOf(2)];
// So many chunks the disk is asked for at a time.
const readAtOnce = 4;
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
  const last = Math.ceil((size - headBytes) / sealedChunkBytes) - 1;
  const bytes = size - headBytes - (last + 1) * leastSealedBytes;

  async function* open(from: number, to: number) {
    const atOnce = Buffer.allocUnsafeSlow(Math.max(0, Math.min(readAtOnce, to + 1 - from)) * sealedChunkBytes);
    for (let index = from; index <= to; index += readAtOnce) {
      const at = headBytes + index * sealedChunkBytes;
      const count = Math.min(readAtOnce, to + 1 - index);
      const sealed = await readAt(handle, at, Math.min(count * sealedChunkBytes, size - at), atOnce);
      for (let n = 0; n < count; n++) {
        const chunk = sealed.subarray(n * sealedChunkBytes, (n + 1) * sealedChunkBytes);
        yield { from: (index + n) * chunkBytes, content: chunks.open(chunk, index + n, index + n === last) };
      }
    }
  }

  async function* pieces({ start, end }: Range) {
    const to = Math.min(last, Math.floor(end / chunkBytes));
    for await (const { from, content } of open(Math.floor(start / chunkBytes), to)) {
      yield content.subarray(Math.max(0, start - from), end - from + 1);
    }
  }

  // Both ends, so that what is cut off or another file is refused before anything is promised about it.
  for (const end of [0, last]) await open(end, end).next();
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

async function readAt(handle: FileHandle, at: number, length: number, into?: Buffer) {
  // A file that is cut within its head leaves less than nothing to read.
  if (length <= 0) throw new Error('cut short');
  const { buffer, bytesRead } = await handle.read(into ?? Buffer.allocUnsafe(length), 0, length, at);
  if (bytesRead < length) throw new Error('cut short');
  return buffer.subarray(0, length);
}
