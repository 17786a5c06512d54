import type { FileRefusal } from '@carecommons/contract/administration-rules';
import type { DataExport } from '@carecommons/contract/my-data';
import { exportHours } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import { audit, countForged } from '../../platform/audit/audit.ts';
import { type Db, lock, type RowOf, type Tx } from '../../platform/db/db.ts';
import { destroyFileKeys, type FileOpener, storedFile } from '../../platform/files/files.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { type Actor, type LinkHolder, refusalOfLink, signedLinks } from '../../platform/auth/auth.ts';
import type { LinkResult, CountRefusal } from '../../platform/routing/routing.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { exportKind, type Payload } from './export-work.ts';

export const exportLinks = signedLinks('export', (id) => `/files/exports/${id}/`);

type ExportRow = RowOf<
  'exports',
  'id' | 'asked_at' | 'done' | 'total' | 'bytes' | 'ready_at' | 'failed_at' | 'ends_at'
>;

function stateOf({ ready_at, failed_at, total }: ExportRow): DataExport['state'] {
  if (ready_at !== null) return 'ready';
  if (failed_at !== null) return 'failed';
  return total === null ? 'waiting' : 'running';
}

async function find(db: Db, actor: Actor, now: Date): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select id, asked_at, done, total, bytes, ready_at, failed_at, ends_at from exports
    where user_id = ${actor.user_id} and ends_at > ${now}`.execute(db);
  return rows[0];
}

/** The actor's export, with a personal link once it is ready. */
export async function getExport(db: Db, actor: Actor, secret: string, now: Date): Promise<DataExport | null> {
  const row = await find(db, actor, now);
  if (row === undefined) return null;
  const { id, asked_at, done, total, bytes, ends_at } = row;
  const state = stateOf(row);
  return {
    id,
    state,
    asked_at: asked_at.toISOString(),
    done,
    total,
    bytes,
    ends_at: ends_at.toISOString(),
    download: state === 'ready' ? exportLinks.to(secret, id, actor, 'download', now) : null,
  };
}

/**
 * Enqueues an export of all data about the actor. It replaces an earlier one, whose file is returned. Throws `wrong_state`
 * while one is in progress, and `busy`.
 */
export async function askForExport(tx: Tx, actor: Actor, now: Date): Promise<string[]> {
  await lock(tx, 'export of a person', actor.user_id);
  const before = await find(tx, actor, now);
  if (before !== undefined && before.ready_at === null && before.failed_at === null) {
    throw new Problem('wrong_state', { message: 'Your data is being put together already.' });
  }
  const gone = await endExports(tx, sql`user_id = ${actor.user_id}`);
  const ends = new Date(now.getTime() + exportHours * 3600_000);
  const { rows } = await sql<RowOf<'exports', 'id'>>`
    insert into exports (user_id, asked_at, ends_at) values (${actor.user_id}, ${now}, ${ends}) returning id`.execute(
    tx,
  );
  const { id } = rows[0] as { id: number };
  await enqueue(tx, { kind: exportKind, payload: { export: id } satisfies Payload }, now);
  const item = { kind: 'export' as const, id };
  await audit(tx, { at: now, actor, action: 'export', item, outcome: 'done', reason: 'asked' });
  return gone;
}

/** Deletes exports with the keys of their files, and returns the files, which can no longer be decrypted. */
export async function endExports(tx: Tx, which: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<RowOf<'exports', 'file'>>`delete from exports where ${which} returning file`.execute(tx);
  const files = rows.flatMap(({ file }) => file ?? []);
  await destroyFileKeys(tx, files);
  return files;
}

/** Which of these stored files belong to an export. */
export async function filesOfExports(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file: string }>`select file from exports where file = any(${keys})`.execute(db);
  return new Set(rows.map(({ file }) => file));
}

interface Found extends RowOf<'exports', 'user_id'> {
  file: string;
  bytes: number;
  ready_at: Date;
}

/**
 * Opens an export for a link or refuses it, and audits the outcome. If the audit fails, this throws (`busy`) and nothing may
 * be served. A forged link is only counted. Also throws an `UnreadableFile`.
 */
export async function openExport(
  tx: Tx,
  files: FileOpener,
  id: number,
  { refusing, ...held }: LinkHolder & { refusing: CountRefusal },
  now: Date,
): Promise<LinkResult<{ found: Found }>> {
  const { link, actor } = held;
  if (link.state === 'forged') {
    await refusing();
    // Not counted by export: exports live for one day.
    await countForged(tx, 'export', undefined, now);
    return { refusal: 'forged' };
  }
  const entry = { at: now, item: { kind: 'export' as const, id } };
  const found = actor && (await findReady(tx, actor, id, now));
  const refusal: FileRefusal | undefined = refusalOfLink(held) ?? (found === undefined ? 'erased' : undefined);
  if (found === undefined || refusal !== undefined) {
    await refusing();
    await audit(tx, { ...entry, actor: actor ?? link, action: 'denied', outcome: 'refused', reason: refusal });
    return { refusal: refusal ?? 'not_entitled' };
  }
  const file = await files.open(await storedFile(tx, found.file, found.user_id));
  try {
    await audit(tx, { ...entry, actor, action: 'export', outcome: 'done', reason: 'downloaded' });
  } catch (error) {
    await file.close();
    throw error;
  }
  return { found, file };
}

async function findReady(tx: Tx, actor: Actor, id: number, now: Date): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select user_id, file, bytes, ready_at from exports
    where id = ${id} and user_id = ${actor.user_id} and file is not null and ends_at > ${now}`.execute(tx);
  return rows[0];
}
