import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { Config } from '../config/config.ts';
import { type Addresses, buildTables, migrationLock, openClient } from '../db/db.ts';
import type { FileStore } from '../files/files.ts';
import { isKnown, parseMasterKeys, versionsOf } from '../crypto/crypto.ts';
import type { Progress } from '../process/process.ts';
import { StartError } from '../errors/errors.ts';
import { tombstoneFile } from '../erasure-list/erasure-list.ts';
import { type About, fingerprintOf, type Manifest, newer } from './format.ts';
import { checkArchive, fileOf, type Item, readArchive, rowsOf, tableOf } from './read-archive.ts';
import { alike, columnsOf, nameOf, tablesOf } from './tables.ts';

interface Archive {
  path: string;
  key: Buffer | undefined;
  progress: Progress;
}

type Keys = Pick<Config, 'dataDir' | 'secret' | 'masterKeys'>;

/**
 * Reads an archive whole, and says what it is; throws a StartError where it is damaged, newer than this product, or (unless
 * `withoutKeys`) where keys are not at hand without which people or files are locked out.
 */
export async function lookAtArchive({ path, key, progress }: Archive, keys: Keys, withoutKeys: boolean) {
  progress.begin('checking', await bytesOf(path));
  const looked = await checkArchive(path, key, (count) => progress.step(count));
  if (!withoutKeys) refuseMissingKeys(looked.about, keys);
  return { ...looked, path, key, progress, secretLost: !hasSecret(looked.about, keys) };
}

const hasSecret = ({ secret }: Pick<About, 'secret'>, config: Keys) =>
  versionsOf(config.secret).some((one) => fingerprintOf(one.secret) === secret);

function refuseMissingKeys({ secret, master_keys }: About, config: Keys) {
  const how = 'or, where it is lost for good, say --without-keys';
  if (!hasSecret({ secret }, config)) {
    throw new StartError(
      `The secret of this archive is not at hand, without which nobody can log in: put the copy of ${join(config.dataDir, 'secret')} there, or set SECRET, ${how}.`,
    );
  }
  const path = join(config.dataDir, 'master-keys');
  const text = config.masterKeys ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const known = parseMasterKeys(text) ?? [];
  for (const { version, fingerprint } of master_keys) {
    const key = known.find((one) => one.version === version);
    if (key !== undefined && isKnown(key, { fingerprint: Buffer.from(fingerprint, 'hex') })) continue;
    throw new StartError(
      `The master key ${version} of this archive is not at hand, without which no report can be read: put the copy of ${path} there, or set MASTER_KEYS, ${how}.`,
    );
  }
}

interface Target {
  owner: Addresses;
  /** The role of the application. */
  appRole: string;
  config: Pick<Config, 'dataDir'>;
  store: FileStore;
}

/** What was put back; and of the list of erased accounts, whose is there now. */
export interface PutBack {
  rows: number;
  files: number;
  tombstones: 'none' | 'taken' | 'kept';
}

/**
 * Puts an archive that was looked at into an empty installation: one transaction makes the tables and loads them, and is committed
 * once the files are there and every byte was as it should be. Deletes nothing. Throws a StartError where something is there.
 */
export async function putBack(
  { path, key, progress, about, manifest, secretLost }: Awaited<ReturnType<typeof lookAtArchive>>,
  { owner, appRole, config, store }: Target,
): Promise<PutBack> {
  const client = await openClient(owner);
  const staging = join(config.dataDir, 'restoring');
  try {
    await refuseUsed(client, store, staging, JSON.stringify(about));
    await client.query(`begin; ${alike}`);
    const { unknown } = await buildTables(client, appRole, about.migrations);
    if (unknown !== undefined) throw newer(about.version);
    await emptyTables(client, about);
    const left = new Set([...manifest.files.gone, ...manifest.files.missing]);
    const done: PutBack = { rows: 0, files: 0, tombstones: 'none' };
    progress.begin('restoring', await bytesOf(path));
    const read = await readArchive(path, key, {
      onBytes: (count) => progress.step(count),
      async item(item) {
        const table = about.tables.find(({ name }) => name === tableOf(item));
        const file = fileOf(item);
        if (table !== undefined) {
          const copy = from(`copy ${nameOf(table.name)} (${columnsOf(table)}) from stdin`);
          await pipeline(
            rowsOf(item, (count) => (done.rows += count)),
            client.query(copy),
          );
        } else if (file !== undefined && !left.has(file)) {
          await putFile(item, file, store, staging);
          done.files += 1;
        } else if (item.name.startsWith('data/')) {
          if (item.name === 'data/erasures/tombstones.jsonl')
            done.tombstones = await putTombstones(item, config.dataDir);
          else await putAudit(item, config.dataDir, staging);
        }
      },
    });
    await finishTables(client, about, read);
    // Whoever goes on without the old secret begins with a new one.
    if (secretLost) await forgetSecrets(client);
    await client.query('commit');
    await rm(staging, { recursive: true, force: true });
    progress.begin('counting', 0);
    // So that the first queries are planned by what is there.
    await client.query('set statement_timeout = 0');
    await client.query('vacuum analyze');
    return done;
  } finally {
    progress.end();
    await client.end().catch(() => {});
  }
}

/** As if no server had ever been started; in an archive from before SECRET had versions there is nothing to forget. */
async function forgetSecrets(client: pg.Client) {
  const { rows } = await client.query(`select where to_regclass('secret_versions') is not null`);
  if (rows.length > 0) await client.query('truncate secret_versions, installation_key');
}

/** Only where there is nothing, or what a try that was broken off has left of the same archive. */
async function refuseUsed(client: pg.Client, store: FileStore, staging: string, archive: string) {
  const { rows: locked } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    migrationLock,
  ]);
  const { rows: servers } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'carecommons' and pid <> pg_backend_pid()`,
  );
  if (locked[0]?.mine !== true || servers.length > 0)
    throw new StartError('A server is using this database. Stop it first.');
  if ((await tablesOf(client)).length > 0) {
    throw new StartError(
      'There is something in this database already. An archive is put into an empty one alone; name another.',
    );
  }
  const mark = join(staging, 'archive');
  const begun = existsSync(mark) && (await readFile(mark, 'utf8')) === archive;
  if (!begun) {
    for await (const { name } of store.list()) {
      throw new StartError(
        `There are stored files already (${name.slice(0, 8)}… and perhaps others). An archive is put into an empty installation alone: move them away, or set another DATA_DIR.`,
      );
    }
  }
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await writeFile(mark, archive, { mode: 0o600 });
}

/** Takes out what migrations put in, and keeps triggers from adding to what was there. Constraints stay. */
async function emptyTables(client: pg.Client, { tables }: About) {
  const built = await tablesOf(client);
  const there = new Map(built.map(({ name, columns }) => [name, columns.toSorted().join()]));
  for (const { name, columns } of tables) {
    if (there.get(name) === columns.toSorted().join()) continue;
    throw new StartError(
      `The table ${name} of the archive is not as its migrations make it. It cannot be put back here.`,
    );
  }
  for (const { name } of tables) await client.query(`alter table ${nameOf(name)} disable trigger user`);
  // Those that refer to others first. Not truncated: partitions have triggers of their own against that.
  for (const { name } of built.toReversed()) await client.query(`delete from ${nameOf(name)}`);
}

async function finishTables(client: pg.Client, { tables }: About, { rows, sequences }: Manifest) {
  for (const { name } of tables) {
    await client.query(`alter table ${nameOf(name)} enable trigger user`);
    const { rows: counted } = await client.query<{ count: string }>(
      `select count(*)::text as count from ${nameOf(name)}`,
    );
    if (Number(counted[0]?.count) === rows[name]) continue;
    throw new StartError(`The table ${name} has other rows than the archive says. Nothing was put back.`);
  }
  for (const { name, last_value, is_called } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [nameOf(name), last_value, is_called]);
  }
}

async function putFile(item: Item, name: string, store: FileStore, staging: string) {
  const aside = await writeAside(item, staging);
  await store.put(name, aside);
  await rm(aside, { force: true });
}

/** Checkpoints and public keys, but in the place of none that are there. */
async function putAudit(item: Item, dataDir: string, staging: string) {
  const name = /^data\/(audit\/(?:[\da-f]{16}\.pem|checkpoints\.jsonl))$/.exec(item.name)?.[1];
  const path = name === undefined ? undefined : join(dataDir, name);
  if (path === undefined || existsSync(path)) return;
  const aside = await writeAside(item, staging);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(aside, path);
}

/**
 * The list of erased accounts, where there is none or one that is the beginning of it: a longer one is newer, and one that went
 * another way is not this archive's to judge.
 */
async function putTombstones(item: Item, dataDir: string): Promise<PutBack['tombstones']> {
  const path = tombstoneFile(dataDir);
  const chunks: Buffer[] = [];
  for await (const chunk of item.content) chunks.push(chunk);
  const list = Buffer.concat(chunks);
  const there = existsSync(path) ? await readFile(path) : Buffer.alloc(0);
  if (list.length <= there.length || !list.subarray(0, there.length).equals(there)) return 'kept';
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(aside, list, { mode: 0o600, flush: true });
  await rename(aside, path);
  return 'taken';
}

async function writeAside({ content }: Item, staging: string) {
  const path = join(staging, randomBytes(8).toString('hex'));
  const handle = await open(path, 'wx', 0o600);
  await pipeline(content, handle.createWriteStream({ flush: true }));
  return path;
}

async function bytesOf(path: string) {
  const handle = await open(path, 'r').catch((cause) => {
    throw new StartError(`The archive ${path} cannot be read.`, { cause });
  });
  const { size } = await handle.stat().finally(() => handle.close());
  return size;
}
