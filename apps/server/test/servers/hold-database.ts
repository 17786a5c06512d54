// A server reduced to its database: starts the one of the folder in argv[2], keeps a note there, tells where it is, and
// holds it until its input ends. Tests kill it.
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';

const [, , dataDir = '', note = ''] = process.argv;
let way: string | undefined;
const tell = (fields: { way?: string }) => {
  way ??= fields.way;
};
const database = await startEmbeddedPostgres({ dataDir, log: { debug: tell, info: tell, warn: tell, error: tell } });
const client = new pg.Client(database.owner);
await client.connect();
await client.query('create table if not exists notes (note text)');
await client.query('insert into notes values ($1)', [note]);
await client.end();
process.stdout.write(`${JSON.stringify({ way, host: database.owner.host })}\n`);
process.stdin.resume().on('end', () => void database.stop());
