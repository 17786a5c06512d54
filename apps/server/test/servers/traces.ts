import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../src/platform/db/db.ts';
import { type Files, type FileStore, storedFile } from '../../src/platform/files/files.ts';
import { bytesOf } from '../fixtures/stored-files.ts';

/** Where a word stands: `table.column` with how many rows, files by what they are. */
export type Traces = Record<string, number>;

/** Looks for a word in every column of every table, bytes included; as somebody who may read all. */
export async function tracesInDatabase(client: pg.Client, word: string): Promise<Traces> {
  const { rows: columns } = await client.query<{ name: string; column: string; bytes: boolean }>(
    `select c.relname as name, a.attname as column, a.atttypid = 'bytea'::regtype as bytes
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1, 2`,
  );
  const found: Traces = {};
  for (const { name, column, bytes } of columns) {
    const holds = bytes
      ? `position(convert_to($1, 'UTF8') in t."${column}") > 0`
      : `position($1 in lower(t."${column}"::text)) > 0`;
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from "${name}" t where ${holds}`,
      [word],
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) found[`${name}.${column}`] = count;
  }
  return found;
}

/**
 * Looks for a word in all files of a data folder and in the store: as they lie there, and stored ones as whoever has their
 * keys opens them. `aside` names folders that are left out.
 */
export async function tracesInFiles(
  db: Db,
  { files, store, dataDir }: { files: Files; store: FileStore; dataDir: string },
  word: string,
  aside: string[] = [],
): Promise<Traces> {
  const found: Traces = {};
  const note = (what: string, bytes: Buffer) => {
    if (bytes.toString('latin1').toLowerCase().includes(word)) found[what] = (found[what] ?? 0) + 1;
  };
  const paths = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1))
    .filter((path) => !aside.some((folder) => path.startsWith(folder)));
  for (const path of paths) {
    const [folder = ''] = path.split('/');
    note(path.startsWith('files/') ? 'files as they lie' : `${folder}/`, readFileSync(join(dataDir, path)));
  }
  for await (const { name } of store.list()) {
    if (store.isAway) note('files as they lie', await bytesOf(store, name));
    note('files opened', await opened(db, files, name));
  }
  return found;
}

/** The content of a stored file; nothing where nobody can open it. */
async function opened(db: Db, files: Files, file: string): Promise<Buffer> {
  try {
    const stored = await storedFile(db, file, await ownerOf(db, file));
    const open = await files.open(stored);
    const pieces: Buffer[] = [];
    for await (const piece of open.read()) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  } catch {
    return Buffer.alloc(0);
  }
}

async function ownerOf(db: Db, file: string): Promise<number> {
  const { rows } = await sql<{ owner_id: number }>`select owner_id from file_keys where file = ${file}`.execute(db);
  return rows[0]?.owner_id ?? 0;
}
