import { createHash, hkdfSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import * as z from 'zod/mini';
import { StartError } from '../errors/errors.ts';
import { productVersion } from '../process/process.ts';

/*
 * A backup is a tar file, so that it can be unpacked without this product, in this order:
 *
 *   about.json                     what made it, and what is needed to put it back
 *   data/audit/…                   checkpoints and public keys of the audit
 *   tables/<table>.copy.zst/…      rows as COPY writes them in its text format, compressed; tables that others refer to come first
 *   files/<name>/…                 stored files, encrypted as they are
 *   data/erasures/…                the list of erased accounts
 *   manifest.json                  counts of rows and files, values of sequences
 *   SHA256SUMS                     of all before it, as sha256sum checks them
 *   SHA256                         of every byte before it
 *
 * How long a thing is has to stand before it in a tar file, and nobody knows how long a table will be. So it is cut into
 * parts, /000000, /000001 and so on, that make the whole one after the other.
 */

const format = 1;
export const partBytes = 4 * 1024 * 1024;

const about = z.object({
  format: z.int(),
  product: z.string(),
  version: z.string(),
  made_at: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Fingerprints of the keys without which parts of it are noise. */
  secret: z.string(),
  master_keys: z.array(z.object({ version: z.int(), fingerprint: z.string() })),
});
export type About = z.output<typeof about>;

const manifest = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** Whole files and their bytes; those whose owners erased them meanwhile; those that should have been there. */
  files: z.object({ count: z.int(), bytes: z.int(), gone: z.array(z.string()), missing: z.array(z.string()) }),
});
export type Manifest = z.output<typeof manifest>;

/** What an archive is made by. */
export const madeBy = () => ({ format, product: 'carecommons', version: productVersion });

/** Throws a StartError where the archive is of a newer form than this product knows. */
export function readAbout(text: string): About {
  const parsed = JSON.parse(text) as { format?: unknown; version?: unknown };
  if (typeof parsed.format === 'number' && parsed.format > format) throw newer(String(parsed.version));
  return about.parse(parsed);
}

export const readManifest = (text: string): Manifest => manifest.parse(JSON.parse(text));

export const newer = (version: string) =>
  new StartError(
    `The archive was made by Carecommons ${version}, which is newer than this one (${productVersion}). Update the product first.`,
  );

/** Tells a secret from another one, and nothing else. */
export const fingerprintOf = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'carecommons backup fingerprint', 16)).toString('hex');

/** The last entry of an archive and its end: says what all the bytes before it come to. */
export async function endOf(hash: Buffer): Promise<Buffer> {
  const end = pack();
  // The same bytes whenever it is made.
  end.entry({ name: 'SHA256', mtime: new Date(0), mode: 0o600 }, `${hash.toString('hex')}\n`);
  end.finalize();
  return await buffer(Readable.from(end));
}

export const endBytes = 2048;

export const sumLine = (hash: Buffer, name: string) => `${hash.toString('hex')}  ${name}\n`;

export const sha256 = () => createHash('sha256');
