import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { lastSeal } from './chain.ts';
import type { AuditKey, Checkpoint } from './signing-key.ts';
import type { RowOf, Tx } from '../db/db.ts';

const everyMs = 60_000;
// A line has some 270.
const tailBytes = 4096;
const atOnce = 1000;

const line = z.object({ seq: z.int(), hash: z.string(), at: z.string(), key_id: z.string(), signature: z.string() });

type CheckpointRow = Omit<Checkpoint, 'at'> & RowOf<'audit_checkpoints', 'at'>;

/** Checkpoints after one place, up to another, in their order. */
export async function checkpointsBetween(tx: Tx, after: number, upTo: number, limit?: number): Promise<Checkpoint[]> {
  const { rows } = await sql<CheckpointRow>`
    select seq, encode(hash, 'hex') as hash, at, key_id, encode(signature, 'base64') as signature from audit_checkpoints
    where seq > ${after} and seq <= ${upTo} order by seq limit ${limit ?? null}`.execute(tx);
  // PostgreSQL breaks the lines of base64.
  return rows.map(({ at, signature, ...row }) => ({
    ...row,
    at: at.toISOString(),
    signature: signature.replaceAll('\n', ''),
  }));
}

/** Signs how far the chain has come: once a minute where something is new, or at once. Only the sealer may call it. */
export async function addCheckpoint(tx: Tx, key: AuditKey, now: Date, hurry: boolean) {
  const last = await lastSeal(tx);
  const { rows } = await sql<RowOf<'audit_checkpoints', 'seq' | 'at'>>`
    select seq, at from audit_checkpoints order by seq desc limit 1`.execute(tx);
  const [before] = rows;
  if (last.seq === (before?.seq ?? 0)) return;
  // A clock that was put back holds nothing up.
  if (!hurry && before !== undefined && Math.abs(now.getTime() - before.at.getTime()) < everyMs) return;
  const { seq, hash, key_id, signature } = key.sign({ ...last, at: now.toISOString() });
  await sql`
    insert into audit_checkpoints (seq, hash, at, key_id, signature)
    values (${seq}, decode(${hash}, 'hex'), ${now}, ${key_id}, decode(${signature}, 'base64'))`.execute(tx);
}

/** The file of the checkpoints in the audit's folder. */
const checkpointFile = (folder: string) => join(folder, 'checkpoints.jsonl');

/**
 * Adds to the file what the table has and the file lacks, be it because the server was killed between the two. Only the sealer
 * may call it: two that share a folder would write twice.
 */
export async function copyCheckpoints(tx: Tx, folder: string) {
  const handle = await open(checkpointFile(folder), 'a+', 0o600);
  try {
    const tail = await readTail(handle);
    let after = lastIn(tail);
    // What a power cut has left of a line ends there.
    let lead = tail === '' || tail.endsWith('\n') ? '' : '\n';
    for (let found = atOnce; found === atOnce;) {
      const points = await checkpointsBetween(tx, after, Number.MAX_SAFE_INTEGER, atOnce);
      found = points.length;
      if (found === 0) return;
      await handle.appendFile(lead + points.map((point) => `${JSON.stringify(point)}\n`).join(''));
      await handle.sync();
      after = points.at(-1)?.seq as number;
      lead = '';
    }
  } finally {
    await handle.close();
  }
}

async function readTail(handle: FileHandle) {
  const { size } = await handle.stat();
  const from = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, from);
  return buffer.toString('utf8', 0, bytesRead);
}

const lastIn = (tail: string) =>
  tail
    .split('\n')
    .map(readLine)
    .findLast((point) => point !== undefined)?.seq ?? 0;

function readLine(text: string): Checkpoint | undefined {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The checkpoints in the file as it is now, in its order, whatever is added while they are read; undefined without one. */
export async function readCheckpoints(folder: string): Promise<AsyncGenerator<Checkpoint> | undefined> {
  const path = checkpointFile(folder);
  if (!existsSync(path)) return undefined;
  const { size } = await stat(path);
  return (async function* () {
    if (size === 0) return;
    const lines = createInterface({ input: createReadStream(path, { end: size - 1 }), crlfDelay: Infinity });
    for await (const text of lines) {
      const point = readLine(text);
      if (point !== undefined) yield point;
    }
  })();
}
