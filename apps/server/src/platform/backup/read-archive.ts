import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { createZstdDecompress } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import { isSealed, type OpenFile, openHandle, sealedContent } from '../files/files.ts';
import type { Bound } from '../crypto/crypto.ts';
import { StartError } from '../errors/errors.ts';
import { type About, endBytes, endOf, type Manifest, readAbout, readManifest, sha256, sumLine } from './format.ts';

/** What an encrypted archive is bound to, so that it is taken for no stored file. */
export const archiveBound: Bound = { file: 'backup', owner: 0 };

/** A thing of an archive. It is read as a whole or not at all. */
export interface Item {
  name: string;
  content: AsyncGenerator<Buffer>;
}

/** Who reads an archive, in its order. */
interface Reader {
  about?(about: About): Promise<void>;
  item?(item: Item, about: About): Promise<void>;
  /** Of the file's bytes. */
  onBytes?(count: number): void;
}

/**
 * Reads an archive from its beginning to its end, and holds every byte against its hash; nothing that was read may be believed
 * before this is over. Throws a StartError where it is damaged, cut, encrypted with another key, or newer than the product.
 */
export async function readArchive(path: string, key: Buffer | undefined, reader: Reader): Promise<Manifest> {
  const file = await open(path, 'r').then(openHandle, (cause) => {
    throw new StartError(`The archive ${path} cannot be read.`, { cause });
  });
  try {
    const { bytes, content } = await contentOf(file, path, key);
    const tar = extract();
    let torn: unknown;
    const reading = pipeline(
      whole(content, bytes, reader.onBytes, (error) => (torn = error)),
      tar,
    );
    reading.catch(() => {});
    try {
      const manifest = await readItems(tar, reader);
      await reading;
      return manifest;
    } catch (error) {
      tar.destroy();
      // Where the bytes break off is the cause of whatever else could not be made of them.
      throw torn === undefined ? error : new Damaged('its bytes are not as they were', { cause: torn });
    }
  } catch (error) {
    // What the reader refuses, or its database, is no fault of the archive.
    if (!(error instanceof Damaged)) throw error;
    const sealed = key !== undefined && (await isSealed(file).catch(() => false));
    throw new StartError(
      sealed
        ? `The archive ${path} does not open with this BACKUP_KEY, or it is damaged.`
        : `The archive ${path} is damaged. Use another one.`,
      { cause: error },
    );
  } finally {
    await file.close();
  }
}

/** Something about the archive itself is not as it was written. */
class Damaged extends Error {}

async function contentOf(file: OpenFile, path: string, key: Buffer | undefined) {
  if (file.bytes < endBytes) throw new Damaged('it is too short');
  if (await isSealed(file)) {
    if (key === undefined)
      throw new StartError(`The archive ${path} is encrypted. Set BACKUP_KEY to what it was made with.`);
    const { bytes, pieces } = await asArchive(async () => await sealedContent(file, key, archiveBound));
    return { bytes, content: pieces({ start: 0, end: bytes - 1 }) };
  }
  // What is not encrypted anybody can have made: where archives are to be, one that is not proves nothing.
  if (key !== undefined) {
    throw new StartError(
      `The archive ${path} is not encrypted, though BACKUP_KEY is set, or it is damaged. Say --plain to take it all the same.`,
    );
  }
  return { bytes: file.bytes, content: file.read() as AsyncIterable<Buffer> };
}

/** Does what can fail only where the archive is damaged. */
async function asArchive<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof StartError ? cause : new Damaged('a part of it is not as it was written', { cause });
  }
}

/** All bytes of an archive as they come, up to the end, which has to be what they come to. */
async function* whole(
  content: AsyncIterable<Buffer>,
  bytes: number,
  onBytes: (count: number) => void = () => {},
  onTorn: (error: unknown) => void,
) {
  try {
    yield* hashed(content, bytes, onBytes);
  } catch (error) {
    onTorn(error);
    throw error;
  }
}

async function* hashed(content: AsyncIterable<Buffer>, bytes: number, onBytes: (count: number) => void) {
  const hash = sha256();
  const until = bytes - endBytes;
  const end: Buffer[] = [];
  let at = 0;
  for await (const chunk of content) {
    const body = chunk.subarray(0, Math.max(0, until - at));
    hash.update(body);
    // A piece may be used again for the next one.
    if (body.length < chunk.length) end.push(Buffer.from(chunk.subarray(body.length)));
    at += chunk.length;
    onBytes(chunk.length);
    yield Buffer.from(body);
  }
  const expected = await endOf(hash.digest());
  if (!Buffer.concat(end).equals(expected)) throw new Damaged('the archive does not end as it should');
  yield expected;
}

async function readItems(tar: Extract, reader: Reader): Promise<Manifest> {
  const sums = sha256();
  let about: About | undefined;
  let manifest: Manifest | undefined;
  let summed = false;
  for await (const { name, content } of itemsOf(tar, sums)) {
    if (name === 'SHA256SUMS') {
      const hash = sha256();
      for await (const chunk of content) hash.update(chunk);
      if (!hash.digest().equals(sums.digest())) throw new Damaged('SHA256SUMS says something else');
      summed = true;
    } else if (name === 'about.json') {
      about = await asArchive(async () => readAbout(await text(content)));
      await reader.about?.(about);
    } else if (name === 'manifest.json') {
      manifest = await asArchive(async () => readManifest(await text(content)));
    } else if (name !== 'SHA256') {
      if (about === undefined) throw new Damaged('it does not say what it is');
      await reader.item?.({ name, content }, about);
    }
  }
  if (manifest === undefined || !summed) throw new Damaged('it has no end');
  return manifest;
}

type Entry = Extract extends AsyncIterable<infer T> ? T : never;

/** Parts put together. */
async function* itemsOf(tar: Extract, sums: ReturnType<typeof sha256>): AsyncGenerator<Item> {
  const entries = tar[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await asArchive(async () => await entries.next());
    return done === true ? undefined : (value as Entry | undefined);
  };
  let entry = await next();
  for (;;) {
    if (entry === undefined) return;
    const name = wholeName(entry);
    const content = (async function* () {
      while (entry !== undefined && wholeName(entry) === name) {
        const hash = sha256();
        const chunks = (entry as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
        for (;;) {
          const { value, done } = await asArchive(async () => await chunks.next());
          if (done === true) break;
          hash.update(value);
          yield value;
        }
        // What comes later than the sums does not stand in them.
        if (name !== 'SHA256SUMS' && name !== 'SHA256') sums.update(sumLine(hash.digest(), entry.header.name));
        entry = await next();
      }
    })();
    yield { name, content };
    for await (const _ of content);
  }
}

const wholeName = ({ header }: Entry) => /^(.+)\/\d{6}$/.exec(header.name)?.[1] ?? header.name;

/** The table of which an item holds the rows; undefined where it is something else. */
export const tableOf = ({ name }: Item) => /^tables\/(\w+)\.copy\.zst$/.exec(name)?.[1];

/** The stored file that an item is; undefined where it is something else. */
export const fileOf = ({ name }: Item) => /^files\/([\da-f]{32,64})$/.exec(name)?.[1];

/** The rows of a table as COPY takes them; `onRows` is told how many more there were. */
export async function* rowsOf({ content }: Item, onRows: (count: number) => void): AsyncGenerator<Buffer> {
  const plain = createZstdDecompress();
  const unpacking = pipeline(content, plain);
  unpacking.catch(() => {});
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      onRows(countRows(chunk));
      yield chunk;
    }
    await unpacking;
  } catch (cause) {
    throw new Damaged('the rows of a table cannot be unpacked', { cause });
  }
}

/** In the text format of COPY each row has one line, for what breaks lines within it is escaped. */
export function countRows(chunk: Buffer) {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

/** Reads an archive without using it: whether every byte is as it was written and every count is right. Throws a StartError. */
export async function checkArchive(path: string, key: Buffer | undefined, onBytes?: (count: number) => void) {
  const rows: Record<string, number> = {};
  const seen: { about?: About } = {};
  const files = { count: 0, bytes: 0 };
  const manifest = await readArchive(path, key, {
    ...(onBytes === undefined ? {} : { onBytes }),
    async about(description) {
      seen.about = description;
    },
    async item(item) {
      const table = tableOf(item);
      if (table !== undefined) {
        rows[table] = 0;
        for await (const _ of rowsOf(item, (count) => (rows[table] = (rows[table] ?? 0) + count)));
      } else if (fileOf(item) !== undefined) {
        files.count += 1;
        for await (const chunk of item.content) files.bytes += chunk.length;
      }
    },
  });
  const { about } = seen;
  const broken = manifest.files.gone.length + manifest.files.missing.length;
  const right =
    about !== undefined &&
    about.tables.every(({ name }) => rows[name] === manifest.rows[name]) &&
    Object.keys(rows).length === about.tables.length &&
    files.count >= manifest.files.count &&
    files.count <= manifest.files.count + broken;
  if (about === undefined || !right) throw new StartError(`The archive ${path} does not hold what it says it does.`);
  return { about, manifest };
}
