import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Db } from '../src/core/db.ts';

/** Runs one statement that the running application may not, as the owner of the same database. */
export async function asOwner(db: Db, statement: string) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const client = new pg.Client({ ...inject('postgres').owner, database: rows[0]?.name });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
