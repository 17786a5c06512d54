import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '../../src/platform/embedded-postgres/binaries.ts';
import { appRole, databaseName, ownerRole, prepareDatabase } from '../../src/platform/embedded-postgres/roles.ts';
import { bareEnvironment, findClusterLocation } from '../../src/platform/embedded-postgres/os-user.ts';
import { postgresProcessesOf, signal } from '../../src/platform/process/process.ts';
import { freePort } from './free-port.ts';

// PostgreSQL as an operator has it, on ports of this machine: servers that are stopped, frozen, copied and promoted.

export type Cluster = Awaited<ReturnType<typeof openClusters>>['primary'];

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '32MB',
  max_wal_senders: '5',
  // What is killed here is a server, never the machine under it.
  fsync: 'off',
  wal_keep_size: '64MB',
  // Else what the primary tidies up cuts off those who read on a standby.
  hot_standby_feedback: 'on',
  wal_receiver_timeout: '5s',
  timezone: 'UTC',
};

/** A primary with the product's roles and an empty database, and as many standbys, which follow it; `close` ends and removes all. */
export async function openClusters(standbys: number) {
  const folder = realpathSync(mkdtempSync('/tmp/carecommons-clusters-'));
  // Its user has to get to the clusters within.
  chmodSync(folder, 0o755);
  const opened: ReturnType<typeof clusterIn>[] = [];
  const close = async () => {
    for (const cluster of opened.toReversed()) await cluster.stop('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const primary = clusterIn(join(folder, 'a'), await freePort());
    opened.push(primary);
    primary.init();
    await primary.start();
    await prepareDatabase(primary.as('postgres', 'postgres'));
    const following = [];
    if (standbys > 0) await primary.stop('SIGINT');
    for (let which = 0; which < standbys; which++) {
      const standby = clusterIn(join(folder, `standby_${which}`), await freePort());
      opened.push(standby);
      standby.follow(primary);
      following.push(standby);
    }
    if (standbys > 0) await primary.start();
    for (const standby of following) await standby.start();
    return { primary, standbys: following, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address of a database at several servers, as the settings take it. */
export const urlAt = (role: 'app' | 'owner', ...clusters: { port: number }[]) =>
  `postgresql://${role === 'app' ? appRole : ownerRole}@${clusters.map(({ port }) => `127.0.0.1:${port}`).join()}/${databaseName}`;

function clusterIn(folder: string, port: number) {
  mkdirSync(folder);
  const place = findClusterLocation(folder, findBinaries());
  const { cluster, owner } = place;
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid);
  own(folder);
  let server: ChildProcess | undefined;

  const as = (user: string, database = databaseName): pg.ClientConfig => ({
    host: '127.0.0.1',
    port,
    user,
    database,
    password: '',
    ssl: false,
  });

  /** What one statement gives, asked by the superuser. */
  async function ask<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ ...as('postgres'), connectionTimeoutMillis: 5000, query_timeout: 20_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    port,
    as,
    ask,

    init() {
      const words = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin'];
      const locale = ['--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=C.UTF-8', '--no-sync'];
      const initdb = [join(place.binaries, 'bin/initdb'), `--pgdata=${cluster}`, ...words, ...locale];
      const [command = '', ...args] = [...place.prefix, ...initdb];
      const made = spawnSync(command, args, {
        ...place.as,
        cwd: '/',
        env: bareEnvironment,
      });
      if (made.status !== 0) throw new Error(`initdb: ${String(made.stderr)}`);
    },

    /** Becomes a copy of a cluster that is stopped, and follows it from then on. */
    follow(primary: { folder: string; port: number }) {
      cpSync(primary.folder, cluster, { recursive: true, verbatimSymlinks: true });
      chmodSync(cluster, 0o700);
      const name = folder.split('/').at(-1);
      const line = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}'\n`;
      writeFileSync(join(cluster, 'postgresql.auto.conf'), line);
      writeFileSync(join(cluster, 'standby.signal'), '');
      if (owner) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster]);
    },

    folder: cluster,

    /** Starts it and waits until it takes connections. */
    async start() {
      const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const [command = '', ...args] = [
        ...place.prefix,
        join(place.binaries, 'bin/postgres'),
        '-D',
        cluster,
        ...options,
      ];
      server = spawn(command, args, {
        ...place.as,
        cwd: '/',
        env: bareEnvironment,
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      let words = '';
      server.stderr?.on('data', (text: Buffer) => (words = (words + text.toString()).slice(-2000)));
      for (const until = performance.now() + 60_000; performance.now() < until; await sleep(20)) {
        if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${words}`);
        try {
          await ask('select 1');
          return;
        } catch (error) {
          // The product's database is made once it runs.
          if ((error as { code?: string }).code === '3D000') return;
        }
      }
      throw new Error(`PostgreSQL did not start: ${words}`);
    },

    /** Ends it: SIGINT is its fast shutdown, SIGQUIT its immediate one, SIGKILL a crash of all its processes. */
    async stop(how: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') {
      this.thaw();
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      for (const pid of how === 'SIGKILL' ? postgresProcessesOf(cluster) : [server.pid ?? 0]) signal(pid, how);
      await ended;
      for (const until = performance.now() + 10_000; performance.now() < until; await sleep(10))
        if (postgresProcessesOf(cluster).length === 0) return;
    },

    /** Halts all its processes as they are: connections stay open, and nothing is answered. */
    freeze() {
      for (const pid of postgresProcessesOf(cluster)) signal(pid, 'SIGSTOP');
    },

    thaw() {
      if (existsSync(cluster)) for (const pid of postgresProcessesOf(cluster)) signal(pid, 'SIGCONT');
    },

    /** From its next start on. */
    takeNoWrites: () => appendFileSync(join(cluster, 'postgresql.auto.conf'), 'default_transaction_read_only = on\n'),

    /** A standby becomes a primary. */
    promote: () => ask('select pg_promote(true, 30)'),
  };
}
