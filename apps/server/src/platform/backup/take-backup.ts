import { existsSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { auditFolder } from '../audit/audit.ts';
import type { Config } from '../config/config.ts';
import { type Addresses, openClient } from '../db/db.ts';
import { type FileStore, MissingFile } from '../files/files.ts';
import type { Progress } from '../process/process.ts';
import { versionsOf } from '../crypto/crypto.ts';
import { StartError } from '../errors/errors.ts';
import { tombstoneFile } from '../erasure-list/erasure-list.ts';
import { fingerprintOf, madeBy, type About, type Manifest } from './format.ts';
import { checkArchive, countRows } from './read-archive.ts';
import { alike, columnsOf, filesNamedIn, nameOf, sequencesOf, type Table, tablesOf } from './tables.ts';
import { type Add, writeArchive } from './write-archive.ts';

export interface BackupDependencies {
  /** The owner of the tables: the application may not read all of them. */
  owner: Addresses;
  config: Pick<Config, 'dataDir' | 'secret'>;
  store: FileStore;
  /** Where the archive is to be. */
  path: string;
  /** Encrypts it. */
  key: Buffer | undefined;
  /** One that another transaction exported, where the archive has to be of the same moment. */
  snapshot?: string | undefined;
  progress: Progress;
  signal?: AbortSignal;
}

/** Of a backup: its rows, its files and their bytes, and which files were not there. */
export type Taken = Manifest['files'] & { rows: number };

/**
 * Writes everything of an installation into one archive, while the server runs: all rows as they are at one moment, then the
 * stored files that they name. Reads it back before it gets its name. Throws a StartError, and leaves nothing, where it fails.
 */
export async function takeBackup(needs: BackupDependencies): Promise<Taken> {
  const { path, key, signal, progress } = needs;
  const client = await openClient(needs.owner);
  const names = `${path}.partial.names`;
  try {
    // The file follows the table: as it was before the snapshot, it says nothing that the rows do not have.
    const checkpoints = await sizeOf(join(auditFolder(needs.config.dataDir), 'checkpoints.jsonl'));
    const options = {
      path,
      key,
      signal,
      async check(aside: string) {
        progress.begin('checking', await sizeOf(aside));
        await checkArchive(aside, key, (count) => {
          signal?.throwIfAborted();
          progress.step(count);
        });
      },
    };
    return await writeArchive(options, async (add, addText) => {
      const tables = await holdStill(client, needs.snapshot);
      await addText('about.json', `${JSON.stringify(await aboutIt(client, tables, needs.config), undefined, 2)}\n`);
      await addAudit(add, needs.config.dataDir, checkpoints);
      const rows = await addTables(client, tables, add, progress);
      const named = await writeNames(client, tables, names);
      const sequences = await sequencesOf(client);
      await client.query('commit');
      const files = await addFiles(needs, client, { add, names, named, tables });
      // The last of all: who was erased meanwhile stands in it, and is erased again in what is put back.
      const tombstones = tombstoneFile(needs.config.dataDir);
      if (existsSync(tombstones)) await add('data/erasures/tombstones.jsonl', createReadStream(tombstones));
      const manifest: Manifest = { rows, sequences, files };
      await addText('manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
      return { ...files, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) };
    });
  } catch (error) {
    throw sentenceOf(error);
  } finally {
    progress.end();
    await client.end().catch(() => {});
    await rm(names, { force: true });
  }
}

/**
 * Begins a transaction that sees the database as it is now, and keeps migrations from changing the tables under it. Not deferrable:
 * that waits for serializable transactions, and there are none.
 */
async function holdStill(client: pg.Client, snapshot: string | undefined): Promise<Table[]> {
  const before = await tablesOf(client);
  if (!before.some(({ name }) => name === 'migrations')) {
    throw new StartError('There is nothing in the database yet. Run npm start first.');
  }
  await client.query('begin transaction isolation level repeatable read, read only');
  if (snapshot !== undefined) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
  await client.query(`${alike}; set local lock_timeout = '10s'`);
  // Before anything is read: a lock takes no snapshot, and what is locked is not altered between the snapshot and its reading.
  await client.query(`lock table ${before.map(({ name }) => nameOf(name)).join(', ')} in access share mode`);
  const tables = await tablesOf(client);
  if (shapeOf(tables) !== shapeOf(before)) {
    throw new StartError('The database was migrated just now. Start the backup again.');
  }
  return tables;
}

const shapeOf = (tables: readonly Table[]) => JSON.stringify(tables.map(({ name, columns }) => [name, columns]));

async function aboutIt(client: pg.Client, tables: readonly Table[], config: Pick<Config, 'secret'>): Promise<About> {
  const { rows: migrations } = await client.query<About['migrations'][number]>(
    'select name, checksum from migrations order by name',
  );
  const { rows: master_keys } = await client.query<About['master_keys'][number]>(
    `select version, encode(fingerprint, 'hex') as fingerprint from master_keys m
     where exists (select from file_keys where key_version = m.version) order by version`,
  );
  const { rows: server } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return {
    ...madeBy(),
    made_at: new Date().toISOString(),
    postgres: server[0]?.version ?? '',
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    secret: fingerprintOf(versionsOf(config.secret)[0]?.secret ?? ''),
    master_keys,
  };
}

async function addTables(client: pg.Client, tables: readonly Table[], add: Add, progress: Progress) {
  const counts: Record<string, number> = {};
  progress.begin(
    'rows',
    tables.reduce((sum, { estimate }) => sum + estimate, 0),
  );
  for (const table of tables) {
    let count = 0;
    const copy = client.query(to(`copy (select ${columnsOf(table)} from ${nameOf(table.name)}) to stdout`));
    await pipeline(
      copy,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          const rows = countRows(chunk);
          count += rows;
          progress.step(rows);
          yield chunk;
        }
      },
      createZstdCompress(),
      async (packed: AsyncIterable<Buffer>) => void (await add(`tables/${table.name}.copy.zst`, packed)),
    );
    counts[table.name] = count;
  }
  return counts;
}

/** Writes the names of all stored files aside, so that the snapshot need not be held for as long as they take. */
async function writeNames(client: pg.Client, tables: readonly Table[], path: string) {
  const handle = await open(path, 'wx', 0o600);
  let count = 0;
  await pipeline(
    client.query(to(`copy (${filesNamedIn(tables)}) to stdout`)),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        count += countRows(chunk);
        yield chunk;
      }
    },
    handle.createWriteStream(),
  );
  return count;
}

interface Named {
  add: Add;
  names: string;
  named: number;
  tables: readonly Table[];
}

async function addFiles(
  { store, progress }: BackupDependencies,
  client: pg.Client,
  { add, names, named, tables }: Named,
) {
  const files: Manifest['files'] = { count: 0, bytes: 0, gone: [], missing: [] };
  progress.begin('files', named);
  for await (const name of createInterface({ input: createReadStream(names), crlfDelay: Infinity })) {
    progress.step(1);
    try {
      const file = await store.open(name);
      try {
        files.bytes += await add(`files/${name}`, file.read());
      } finally {
        await file.close();
      }
      files.count += 1;
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error;
      // Whoever owned it was erased meanwhile, or it is lost.
      ((await isNamed(client, tables, name)) ? files.missing : files.gone).push(name);
    }
  }
  return files;
}

/** Whether a row names a file now, whatever the snapshot said. */
async function isNamed(client: pg.Client, tables: readonly Table[], name: string) {
  const { rows } = await client.query(`select from (${filesNamedIn(tables)}) now where file = $1`, [name]);
  return rows.length > 0;
}

async function addAudit(add: Add, dataDir: string, checkpoints: number) {
  const folder = auditFolder(dataDir);
  if (!existsSync(folder)) return;
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.pem')).toSorted()) {
    await add(`data/audit/${name}`, createReadStream(join(folder, name)));
  }
  if (checkpoints === 0) return;
  await add(
    'data/audit/checkpoints.jsonl',
    createReadStream(join(folder, 'checkpoints.jsonl'), { end: checkpoints - 1 }),
  );
}

async function sizeOf(path: string) {
  return (await stat(path).catch(() => ({ size: 0 }))).size;
}

/** What the database refuses in a sentence. */
function sentenceOf(error: unknown) {
  const { code } = error as { code?: string };
  if (code === '55P03') return new StartError('The database is being migrated. Start the backup again in a moment.');
  if (code === '42501') {
    return new StartError(
      'DATABASE_MIGRATION_URL has to name the owner of the tables: this role may not read all of them.',
    );
  }
  return error;
}
