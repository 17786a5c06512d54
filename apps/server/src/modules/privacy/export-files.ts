import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type Files, storedFile } from '../../platform/files/files.ts';
import { UnreadableFile } from '../../platform/errors/errors.ts';
import { photoOf } from '../providers/providers.ts';
import { dataMap } from './data-map.ts';
import { partsOf, type Person } from './export-rows.ts';
import { forPerson, type TableData } from './table-data.ts';

/** A file of the export, under the name that data.json has for it. */
export interface GivenFile {
  path: string;
  /** The stored file and its owner; undefined for a picture that is stored in the database. */
  file: string | undefined;
  owner: number;
  /** The id of its report. */
  record?: number;
}

/** The stored files of the exported rows of a table; every such table has them in `file`. */
async function filesOf(tx: Tx, table: string, { id, now }: Person) {
  const files: { id: number; path: string; file: string }[] = [];
  for (const { columns, condition } of partsOf(table, dataMap[table] as TableData)) {
    const [, path] = columns.find(([name]) => name === 'file') ?? [];
    if (path === undefined) continue;
    const text = `select t.id, ${path} as path, t.file from ${table} t where ${condition} and ${path} is not null order by t.id`;
    files.push(...(await forPerson<(typeof files)[number]>(text, id, now).execute(tx)).rows);
  }
  return files;
}

/** The person's files: reports that they may read, documents of a verification, and their photo. */
export async function listFiles(tx: Tx, person: Person): Promise<GivenFile[]> {
  const reports = await filesOf(tx, 'records', person);
  const documents = await filesOf(tx, 'verification_files', person);
  const { rows: photos } = await sql`select where ${photoOf(sql`${person.id}`)} is not null`.execute(tx);
  const owner = person.id;
  return [
    ...reports.map(({ id, path, file }) => ({ path, file, owner, record: id })),
    ...documents.map(({ path, file }) => ({ path, file, owner })),
    ...photos.map(() => ({ path: 'files/photo.webp', file: undefined, owner })),
  ];
}

/**
 * The content of a file; undefined if it is damaged or was deleted since. The file is verified to its end first: once part of
 * it is in the ZIP, it cannot be taken back. Throws an `UnreadableFile` if the master key is missing.
 */
export async function contentOf(db: Db, files: Files, { file, owner }: GivenFile): Promise<Readable | undefined> {
  if (file === undefined) return await readPhoto(db, owner);
  try {
    const stored = await storedFile(db, file, owner);
    // Only verifies that it can be read.
    for await (const _ of (await files.open(stored)).read());
    return (await files.open(stored)).read();
  } catch (error) {
    if (error instanceof UnreadableFile && error.why !== 'key_missing') return undefined;
    throw error;
  }
}

async function readPhoto(db: Db, owner: number) {
  const { rows } = await sql<{ photo: Buffer | null }>`select ${photoOf(sql`${owner}`)} as photo`.execute(db);
  return rows[0]?.photo ? Readable.from([rows[0].photo], { objectMode: false }) : undefined;
}
