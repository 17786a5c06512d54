import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type Addresses, openClient } from './db-addresses.ts';
import type { Logger } from './log.ts';
import { StartError } from './start-error.ts';

const folder = new URL('../../migrations/', import.meta.url);
// Any number that no other user of the database takes; two servers that start at once migrate one after the other.
const lock = 7_305_201;

/**
 * Brings the database to the newest migration: plain SQL files, in order, each in its own transaction, never edited once
 * merged. `:app` in them stands for the role of the running application.
 */
export async function migrate(owner: Addresses, appRole: string, log: Logger) {
  const client = await openClient(owner, { connectionTimeoutMillis: 10_000 });
  try {
    await alone(client, () =>
      client.query(
        'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null)',
      ),
    );
    const applied = await appliedBy(client);
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

async function appliedBy(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** In a transaction, whose lock keeps other servers that start away; behind a pooler there is no other kind. */
async function alone(client: pg.Client, work: () => Promise<unknown>) {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Unless another server has done so meanwhile. */
async function apply(client: pg.Client, name: string, text: string, checksum: string) {
  await alone(client, async () => {
    if ((await appliedBy(client)).has(name)) return;
    await client.query(text);
    await client.query('insert into migrations values ($1, $2, now())', [name, checksum]);
  });
}
