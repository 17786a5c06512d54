import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';

/** Runs one statement that the running application may not, as the owner of the same database. */
export const asOwner = (db: Db, statement: string) => run(db, inject('postgres').owner, [statement]);

/** Runs statements as somebody who may do everything, past all triggers. */
export const pastTriggers = (db: Db, ...statements: string[]) =>
  run(db, inject('postgres').admin, ['set session_replication_role = replica', ...statements]);

/** The database's own name. */
export async function databaseName(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]?.name;
}

/** The URL by which another process finds this database, as the running application does. */
export async function databaseUrl(db: Db): Promise<string> {
  const { user, password, host, port } = inject('postgres').app;
  return `postgresql://${user}:${String(password)}@/${await databaseName(db)}?host=${encodeURIComponent(String(host))}&port=${port}`;
}

async function run(db: Db, as: pg.ClientConfig, statements: string[]) {
  const client = new pg.Client({ ...as, database: await databaseName(db) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
