import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { Logger } from './log.ts';
import { StartError } from './start-error.ts';

const folder = new URL('../../migrations/', import.meta.url);
// Any number that no other user of the database takes; two servers that start at once migrate one after the other.
const lock = 7_305_201;

/**
 * Brings the database to the newest migration: plain SQL files, in order, each in its own transaction, never edited once
 * merged. `:app` in them stands for the role of the running application.
 */
export async function migrate(owner: pg.ClientConfig, appRole: string, log: Logger) {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null)',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .toSorted()) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const known = applied.get(name);
      if (known !== undefined && known !== checksum)
        throw new StartError(`The migration ${name} was changed after it ran.`);
      if (known === undefined) {
        await apply(client, name, text.replaceAll(':app', pg.escapeIdentifier(appRole)), checksum);
        log.info({ migration: name }, 'migrated');
      }
    }
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string, text: string, checksum: string) {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations values ($1, $2, now())', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
