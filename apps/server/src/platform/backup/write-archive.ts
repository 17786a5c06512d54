import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { sealContent } from '../files/files.ts';
import { prefixBytes } from '../crypto/crypto.ts';
import { StartError } from '../errors/errors.ts';
import { archiveBound } from './read-archive.ts';
import { endOf, partBytes, sha256, sumLine } from './format.ts';

/** The end of every tar file. */
const closingBytes = 1024;

/** Adds a thing to the archive, part by part; returns its bytes. */
export type Add = (name: string, content: AsyncIterable<Uint8Array>) => Promise<number>;
/** Adds one that is small. */
export type AddText = (name: string, text: string) => Promise<void>;

interface Options {
  path: string;
  key: Buffer | undefined;
  signal: AbortSignal | undefined;
  /** Looks at what was written before it gets its name. */
  check(path: string): Promise<void>;
}

/**
 * Writes an archive aside, brings it to the disk, has it checked and gives it its name; where something fails, nothing is
 * left. Throws a StartError where the disk refuses.
 */
export async function writeArchive<T>(
  { path, key, signal, check }: Options,
  fill: (add: Add, addText: AddText) => Promise<T>,
): Promise<T> {
  const aside = `${path}.partial`;
  const sums = `${aside}.sums`;
  const opened: FileHandle[] = [];
  try {
    for (const file of [aside, sums]) opened.push(await open(file, 'wx', 0o600));
    const [to, sumsTo] = opened as [FileHandle, FileHandle];
    const tar = pack();
    const filling = fillTar(tar, sumsTo, sums, fill).catch((error: Error) => {
      tar.destroy(error);
      throw error;
    });
    const bytes = ended(tar);
    const sealed = key === undefined ? bytes : sealContent(key, randomBytes(prefixBytes), archiveBound, bytes);
    const writing = pipeline(sealed, to.createWriteStream({ flush: true }), signal === undefined ? {} : { signal });
    writing.catch((error: Error) => tar.destroy(error));
    // The first that fails takes the other with it; what is thrown is why.
    const outcomes = await Promise.allSettled([filling, writing]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
    if (failures.length > 0) throw failures.find((error) => isOfDisk(error)) ?? failures[0];
    await check(aside);
    await rename(aside, path);
    await syncFolder(dirname(path));
    return (outcomes[0] as PromiseFulfilledResult<T>).value;
  } catch (error) {
    if (signal?.aborted === true)
      throw new StartError('The backup was stopped. Nothing of it is left.', { cause: error });
    throw refused(error, path);
  } finally {
    for (const handle of opened) await handle.close().catch(() => {});
    if (opened.length > 0) for (const file of [aside, sums]) await rm(file, { force: true });
  }
}

async function fillTar<T>(
  tar: Pack,
  sumsTo: FileHandle,
  sums: string,
  fill: (add: Add, addText: AddText) => Promise<T>,
) {
  const put = async (name: string, part: Buffer) => {
    await entry(tar, name, part);
    await sumsTo.appendFile(sumLine(sha256().update(part).digest(), name));
  };
  const add: Add = async (name, content) => {
    let [number, total] = [0, 0];
    for await (const part of cut(content)) {
      await put(`${name}/${String(number++).padStart(6, '0')}`, part);
      total += part.length;
    }
    return total;
  };
  const result = await fill(add, (name, text) => put(name, Buffer.from(text)));
  const { size } = await stat(sums);
  await entry(tar, 'SHA256SUMS', createReadStream(sums), size);
  tar.finalize();
  return result;
}

/** Waits until it has been taken from the tar file, so that never more than one part is in memory. */
async function entry(tar: Pack, name: string, content: Buffer | Readable, size?: number) {
  const header = { name, mode: 0o600, mtime: new Date() };
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve());
    if (Buffer.isBuffer(content)) tar.entry(header, content, done);
    else pipeline(content, tar.entry({ ...header, size: size ?? 0 }, done)).catch(reject);
  });
}

/** In pieces of the size of a part; one, even of nothing. */
async function* cut(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let [bytes, cuts] = [0, 0];
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + partBytes - bytes);
      pieces.push(taken);
      bytes += taken.length;
      at += taken.length;
      if (bytes < partBytes) continue;
      yield Buffer.concat(pieces);
      cuts += 1;
      [pieces, bytes] = [[], 0];
    }
  }
  if (bytes > 0 || cuts === 0) yield Buffer.concat(pieces);
}

/** The tar file, with what all of it comes to before its end. */
async function* ended(tar: Pack): AsyncGenerator<Buffer> {
  const hash = sha256();
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of tar as AsyncIterable<Buffer>) {
    held = Buffer.concat([held, chunk]);
    const ready = held.subarray(0, Math.max(0, held.length - closingBytes));
    held = held.subarray(ready.length);
    hash.update(ready);
    yield ready;
  }
  yield await endOf(hash.digest());
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

const isOfDisk = (error: Error) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'].includes((error as { code?: string }).code ?? '');

function refused(error: unknown, path: string) {
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new StartError(`The disk is full: ${path} was not written. Nothing of it is left.`);
  if (code === 'EEXIST')
    return new StartError(`Another backup is writing ${path}, or was killed at it: look at ${path}.partial.`);
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOENT' || code === 'ENOTDIR')
    return new StartError(`${path} cannot be written (${code}). Check the folder and who owns it.`, { cause: error });
  return error;
}
