import { createHash } from 'node:crypto';
import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { auditFolder, type AuditKey, isSignedLine, publicKeysIn } from '../audit/audit.ts';
import { StartError } from '../errors/errors.ts';

/** That an account was erased: numbers and moments, nothing else. */
export interface Tombstone {
  /** Of the receipt. */
  number: string;
  user_id: number;
  /** When the account was opened: in an older copy of the database the same number may be somebody else's. */
  opened_at: string;
  requested_at: string;
}

const line = z.strictObject({
  number: z.string(),
  user_id: z.int(),
  opened_at: z.iso.datetime(),
  requested_at: z.iso.datetime(),
  /** SHA-256 of the line before and of this one, in hexadecimal digits. */
  hash: z.string(),
  key_id: z.string(),
  signature: z.string(),
});
type Line = z.output<typeof line>;

export type Tombstones = Awaited<ReturnType<typeof openTombstones>>;

/** The file that outlives a database which is put back from an older copy. */
export const tombstoneFile = (dataDir: string) => join(dataDir, 'erasures', 'tombstones.jsonl');

/**
 * The erasures of this installation, as a file in the data folder has them: a line each, chained by hashes and signed. Throws
 * a StartError where a line was changed, taken out or put elsewhere; half a line at the end, which a power cut leaves, counts for nothing.
 */
export async function openTombstones(dataDir: string, key: AuditKey) {
  const path = tombstoneFile(dataDir);
  const known = new Map<string, Tombstone>();
  let last = '';
  let bytes = 0;
  await readOn();

  /** Reads what has come to the file, also by another process. `cut`: nobody writes now, so half a line is what was left. */
  async function readOn(cut = false) {
    const fresh = (await contentOf(path)).subarray(bytes);
    const whole = fresh.subarray(0, fresh.lastIndexOf('\n') + 1);
    if (cut && whole.length < fresh.length) await truncate(path, bytes + whole.length);
    if (whole.length === 0) return;
    const keys = publicKeysIn(auditFolder(dataDir));
    for (const text of whole.toString('utf8').split('\n').slice(0, -1)) {
      const read = parse(text);
      if (read === undefined || read.hash !== hashOf(last, read) || !isSignedLine(read, keys)) {
        throw damaged(path, `is not as it was written: line ${known.size + 1}`);
      }
      known.set(read.number, read);
      last = read.hash;
    }
    bytes += whole.length;
  }

  return {
    /** All of them, oldest first. */
    all: (): Tombstone[] => [...known.values()],
    has: (number: string) => known.has(number),
    /** Brings one safely to the disk; one that is there stays as it is. To be called one at a time, over all processes. */
    async add({ number, user_id, opened_at, requested_at }: Tombstone) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await readOn(true);
      if (known.has(number)) return;
      const stone = { number, user_id, opened_at, requested_at };
      const hash = hashOf(last, stone);
      const handle = await open(path, 'a', 0o600);
      try {
        await handle.appendFile(`${JSON.stringify({ ...stone, hash, ...key.signLine(hash) })}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await syncFolder(dirname(path));
      await readOn();
    },
  };
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return Buffer.alloc(0);
    throw damaged(path, 'cannot be read');
  }
}

function parse(text: string): Line | undefined {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const damaged = (path: string, how: string) =>
  new StartError(
    `The list of erased accounts ${how}. Put a good copy of ${path} back: without it, people come back who were erased.`,
  );

const hashOf = (before: string, { number, user_id, opened_at, requested_at }: Tombstone) =>
  createHash('sha256')
    .update(JSON.stringify(['carecommons erasure', before, number, user_id, opened_at, requested_at]))
    .digest('hex');

async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
