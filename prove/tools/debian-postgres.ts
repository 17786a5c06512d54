import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const shared = '/usr/lib/postgresql';

/**
 * The system's own PostgreSQL, another major version than the embedded one, in a folder that `stop` removes; set up as in
 * docs/operations/.
 */
export async function startDebianPostgres() {
  const major = existsSync(shared) ? readdirSync(shared).toSorted().at(-1) : undefined;
  if (major === undefined) throw new Error('Install the package postgresql: there is nothing to restore into.');
  const bin = join(shared, major, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-pg-'));
  const data = join(folder, 'data');
  // It does not run as root.
  const user = process.getuid?.() === 0 ? idsOf('postgres') : undefined;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  );
  if (made.status !== 0) throw new Error(String(made.stderr));
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses='], {
    ...options,
    stdio: 'ignore',
  });
  const admin = { host: folder, user: 'admin', database: 'postgres' };
  await answering(admin);
  await run(admin, [
    `create role carecommons_owner login`,
    `create role carecommons_app login`,
    `create database carecommons owner carecommons_owner encoding 'UTF8' template template0`,
    `alter role carecommons_app set statement_timeout = '5s'`,
    `alter role carecommons_app set lock_timeout = '3s'`,
  ]);
  const address = (role: string) => `postgresql://${role}@/carecommons?host=${encodeURIComponent(folder)}`;
  return {
    major,
    owner: { host: folder, user: 'carecommons_owner', database: 'carecommons' },
    settings: { DATABASE_URL: address('carecommons_app'), DATABASE_MIGRATION_URL: address('carecommons_owner') },
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit');
        // Immediately, whoever is connected.
        server.kill('SIGINT');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idsOf(user: string) {
  const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

async function answering(admin: pg.ClientConfig) {
  const until = Date.now() + 30_000;
  for (;;) {
    try {
      return await run(admin, []);
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

async function run(as: pg.ClientConfig, statements: string[]) {
  const client = new pg.Client(as);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
