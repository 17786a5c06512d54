import pg from 'pg';
import { StartError } from '../errors/errors.ts';

export const databaseName = 'carecommons';
export const ownerRole = 'carecommons_owner';
export const appRole = 'carecommons_app';

/** Makes the roles and the database if need be, and refuses a database that would break the search. `admin` is the superuser. */
export async function prepareDatabase(admin: pg.ClientConfig) {
  const client = (await open(admin)) ?? (await create(admin));
  try {
    const { rows } = await client.query<{ encoding: string; complete: boolean }>(
      `select pg_encoding_to_char(encoding) as encoding, exists (select from pg_extension where extname = 'pg_trgm') as complete
       from pg_database where datname = current_database()`,
    );
    const encoding = rows[0]?.encoding;
    if (encoding !== 'UTF8') {
      throw new StartError(
        `The embedded database is encoded in ${encoding}, not in UTF8. Move the data folder away, or set DATA_DIR.`,
      );
    }
    if (rows[0]?.complete !== true) await furnish(client);
    // Under other locales no letter of Devanagari counts as one, and a search in Hindi finds nothing.
    const { rows: trigrams } = await client.query(`select from unnest(show_trgm('नमस्ते'))`);
    if (trigrams.length === 0) {
      throw new StartError(
        'The embedded database has a locale that cannot search in Hindi. Move the data folder away, or set DATA_DIR.',
      );
    }
  } finally {
    await client.end();
  }
}

/** A connection to the database; undefined before it exists. */
async function open(admin: pg.ClientConfig) {
  const client = new pg.Client({ ...admin, database: databaseName });
  try {
    await client.connect();
    return client;
  } catch (error) {
    if ((error as { code?: string }).code === '3D000') return undefined;
    throw error;
  }
}

async function create(admin: pg.ClientConfig) {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles');
    const known = new Set(rows.map((row) => row.rolname));
    for (const role of [ownerRole, appRole]) if (!known.has(role)) await client.query(`create role ${role} login`);
    // No statement of the server may hold a connection or a lock for long; migrations, the owner's, may.
    await client.query(`alter role ${appRole} set statement_timeout = '5s'`);
    await client.query(`alter role ${appRole} set lock_timeout = '3s'`);
    await client.query(`alter role ${appRole} set idle_in_transaction_session_timeout = '10s'`);
    await client.query(`create database ${databaseName} owner ${ownerRole}`);
  } finally {
    await client.end();
  }
  const made = new pg.Client({ ...admin, database: databaseName });
  await made.connect();
  return made;
}

/** Takes from everyone what nobody was granted. pg_trgm comes last: with it, the database counts as complete. */
async function furnish(client: pg.Client) {
  await client.query(`
    begin;
    revoke all on database ${databaseName} from public;
    grant connect on database ${databaseName} to ${appRole};
    revoke all on schema public from public;
    grant usage on schema public to ${appRole};
    -- The three are trusted: the owner may make them, and later drop or update them in a migration.
    set local role ${ownerRole};
    create extension if not exists btree_gist;
    create extension if not exists unaccent;
    create extension if not exists pg_trgm;
    commit;
  `);
}
