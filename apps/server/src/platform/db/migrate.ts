import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type Addresses, openClient } from './addresses.ts';
import type { Logger } from '../log/log.ts';
import type { Db, RowOf } from './pool.ts';
import { StartError } from '../errors/errors.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** Any number that no other user of the database takes; two servers that start at once migrate one after the other. */
export const migrationLock = 7_305_201;
// Whoever waits for a table holds up everybody who comes after, so a migration waits for a moment alone, and tries again.
const lockMs = 2000;
const pauseMs = 1000;
const tries = 200;

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

const newTable =
  'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null)';

/**
 * Brings the database to the newest migration: plain SQL files, in order, each in its own transaction, never edited once
 * merged. `:app` in them stands for the role of the running application.
 */
export async function migrate(owner: Addresses, appRole: string, log: Logger) {
  const client = await openClient(owner, { connectionTimeoutMillis: 10_000 });
  try {
    await alone(client, () => client.query(newTable));
    const applied = await appliedBy(client);
    for (const migration of allMigrations()) {
      const { name, checksum } = migration;
      const known = applied.get(name);
      if (known !== undefined && known !== checksum) throw changed(name);
      if (known === undefined) {
        await applySoon(client, migration, appRole, log);
        log.info({ migration: name }, 'migrated');
      }
    }
  } catch (error) {
    throw notTheOwner(error as Error);
  } finally {
    await client.end();
  }
}

/** Throws a StartError where the database is not at the newest migration, as whoever may not bring it there finds out. */
export async function mustBeMigrated(app: Addresses) {
  const client = await openClient(app, { connectionTimeoutMillis: 10_000 });
  try {
    const applied = await appliedBy(client).catch((error: { code?: string }) => {
      // No such table, or not to be read: from before servers looked there.
      if (error.code === '42P01' || error.code === '42501') return new Map<string, string>();
      throw error;
    });
    const missing = allMigrations().find(({ name }) => !applied.has(name));
    if (missing !== undefined) {
      throw new StartError(
        `The database is not at the migration ${missing.name}. Run npm run admin -- migrate, with DATABASE_MIGRATION_URL naming the owner of the tables, and start again.`,
      );
    }
    const other = allMigrations().find(({ name, checksum }) => applied.get(name) !== checksum);
    if (other !== undefined) throw changed(other.name);
  } finally {
    await client.end();
  }
}

/** How the tables of a database differ from those that this program knows, each named by its first migration; empty where they are the same. */
export async function migrationGap(db: Db): Promise<{ missing?: string; changed?: string; unknown?: string }> {
  const { rows } = await sql<RowOf<'migrations', 'name' | 'checksum'>>`
    select name, checksum from migrations order by name`.execute(db);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const known = new Map(allMigrations().map(({ name, checksum }) => [name, checksum]));
  const missing = [...known.keys()].find((name) => !applied.has(name));
  const other = [...known].find(([name, checksum]) => applied.has(name) && applied.get(name) !== checksum)?.[0];
  const unknown = [...applied.keys()].find((name) => !known.has(name));
  return {
    ...(missing !== undefined && { missing }),
    ...(other !== undefined && { changed: other }),
    ...(unknown !== undefined && { unknown }),
  };
}

async function appliedBy(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** In a transaction, whose lock keeps other servers that start away; behind a pooler there is no other kind. */
async function alone(client: pg.Client, work: () => Promise<unknown>) {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Makes the tables of an empty database as these migrations left them, in the caller's transaction. Throws a StartError naming
 * one that was changed since, and gives back the name of one that is not known here.
 */
export async function buildTables(
  client: pg.ClientBase,
  appRole: string,
  wanted: readonly Pick<Migration, 'name' | 'checksum'>[],
): Promise<{ unknown?: string }> {
  const known = new Map(allMigrations().map((migration) => [migration.name, migration]));
  const unknown = wanted.find(({ name }) => !known.has(name));
  if (unknown !== undefined) return { unknown: unknown.name };
  await client.query(newTable);
  for (const { name, checksum } of wanted) {
    const migration = known.get(name) as Migration;
    if (migration.checksum !== checksum) throw changed(name);
    await apply(client, migration, appRole);
  }
  return {};
}

const changed = (name: string) => new StartError(`The migration ${name} was changed after it ran.`);

function allMigrations(): Migration[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return names.toSorted().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** In a transaction of its own, once no long one (a backup) holds a table that it changes. */
async function applySoon(client: pg.Client, migration: Migration, appRole: string, log: Logger) {
  for (let left = tries; ; left--) {
    try {
      return await alone(client, async () => {
        // Unless another server has done so meanwhile.
        if ((await appliedBy(client)).has(migration.name)) return;
        await client.query(`set local lock_timeout = ${lockMs}`);
        await apply(client, migration, appRole);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
      if (left === 0) {
        throw new StartError(
          `The migration ${migration.name} waits for a table that is in use, such as by a backup. Start again when that is over.`,
        );
      }
      log.warn({ migration: migration.name }, 'a table is in use for long, such as by a backup: the migration waits');
      await sleep(pauseMs);
    }
  }
}

/** What PostgreSQL 15 and newer answer to a role that owns neither the database nor its schema. */
const notTheOwner = (error: { code?: string; message: string }) =>
  error.code === '42501'
    ? new StartError(
        `The role of DATABASE_MIGRATION_URL may not change tables (${error.message}). Make it the owner of the database.`,
      )
    : error;

async function apply(client: pg.ClientBase, { name, text, checksum }: Migration, appRole: string) {
  await client.query(text.replaceAll(':app', pg.escapeIdentifier(appRole)));
  await client.query('insert into migrations values ($1, $2, now())', [name, checksum]);
}
