import type { OpenFile, Range } from './store.ts';
import { type Bound, chunkBytes, chunksOf, leastSealedBytes, prefixBytes, sealedChunkBytes } from '../crypto/crypto.ts';

/**
 * Every stored file begins with eight bytes: a name, and the version of what follows. Version 1 is followed by the content
 * as it is, and is read alone; version 2 by the beginning of its nonces and its encrypted chunks.
 */
const headerOf = (version: number) => Buffer.from(`CCFILE${String.fromCharCode(version)}\n`, 'latin1');
const [plainHeader, sealedHeader] = [headerOf(1), headerOf(2)];
const headBytes = sealedHeader.length + prefixBytes;

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
export async function sealedContent(file: OpenFile, key: Buffer, bound: Bound): Promise<Content> {
  const size = file.bytes;
  if (size < headBytes + leastSealedBytes) throw new Error('cut short');
  const head = await readHead(file, headBytes);
  if (!head.subarray(0, sealedHeader.length).equals(sealedHeader)) throw new Error('unknown format');
  const chunks = chunksOf(key, head.subarray(sealedHeader.length), bound);
  const last = Math.ceil((size - headBytes) / sealedChunkBytes) - 1;
  const bytes = size - headBytes - (last + 1) * leastSealedBytes;

  async function* open(from: number, to: number) {
    const end = Math.min(size, headBytes + (to + 1) * sealedChunkBytes) - 1;
    let index = from;
    for await (const chunk of cut(file.read({ start: headBytes + from * sealedChunkBytes, end }), sealedChunkBytes)) {
      yield { from: index * chunkBytes, content: chunks.open(chunk, index, index === last) };
      index += 1;
    }
    if (index <= to) throw new Error('cut short');
  }

  async function* pieces({ start, end }: Range) {
    const to = Math.min(last, Math.floor(end / chunkBytes));
    for await (const { from, content } of open(Math.floor(start / chunkBytes), to)) {
      yield content.subarray(Math.max(0, start - from), end - from + 1);
    }
  }

  // Both ends, so that what is cut off or another file is refused before anything is promised about it.
  for (const end of [0, last]) for await (const _ of open(end, end));
  return { bytes, pieces };
}

/** The content of an open file of version 1; throws where it is none. */
export async function plainContent(file: OpenFile): Promise<Content> {
  const { length } = plainHeader;
  if (!(await readHead(file, length)).equals(plainHeader)) throw new Error('unknown format');
  const bytes = file.bytes - length;

  async function* pieces({ start, end }: Range) {
    const to = Math.min(end, bytes - 1);
    let at = start;
    for await (const piece of file.read({ start: length + start, end: length + to }) as AsyncIterable<Buffer>) {
      yield piece;
      at += piece.length;
    }
    if (at <= to) throw new Error('cut short');
  }

  return { bytes, pieces };
}

/** Whether an open file is encrypted, or says so. */
export async function isSealed(file: OpenFile) {
  return (await readHead(file, sealedHeader.length)).equals(sealedHeader);
}

async function readHead(file: OpenFile, length: number) {
  const head = Buffer.concat(await file.read({ start: 0, end: length - 1 }).toArray());
  if (head.length < length) throw new Error('cut short');
  return head;
}

/** A stream in pieces of one length, of which the last may be shorter. */
async function* cut(stream: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer, void, void> {
  let [pending, bytes] = [[] as Buffer[], 0];
  for await (const piece of stream) {
    let at = 0;
    while (bytes + piece.length - at >= length) {
      const rest = piece.subarray(at, at + length - bytes);
      yield bytes === 0 ? rest : Buffer.concat([...pending, rest]);
      at += rest.length;
      [pending, bytes] = [[], 0];
    }
    if (at === piece.length) continue;
    pending.push(piece.subarray(at));
    bytes += piece.length - at;
  }
  if (bytes > 0) yield Buffer.concat(pending);
}
