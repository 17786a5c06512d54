import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beganAt, isGone, isPostgresOf, postgresProcessesOf, signal, writing } from '../process/process.ts';
import { failureOf, superuser } from './cluster.ts';
import { bareEnvironment, type ClusterLocation } from './os-user.ts';
import { StartError } from '../errors/errors.ts';

/** A running database server. */
export interface Postmaster {
  /** Of its first process. */
  pid: number;
  /** PostgreSQL's own folder. */
  cluster: string;
  socketFolder: string;
}

const socketPrefix = 'carecommons-';
// Part of the socket's file name, and of nothing else.
const port = 5432;

/** How many connections the embedded database takes, those of all processes and commands together. */
export const embeddedConnections = 120;

// For a machine of two cores that it shares with the server. fsync and synchronous_commit stay on, as they are.
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: String(embeddedConnections),
  shared_buffers: '64MB',
  io_method: 'sync',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors and their statements hold people's data: only the server's own news is written down.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** How to connect as this role; no variable of the environment has a say. */
export function connection(
  { socketFolder }: Pick<Postmaster, 'socketFolder'>,
  user: string,
  database: string,
): pg.ClientConfig {
  return { host: socketFolder, port, user, database, password: '', ssl: false };
}

/** A folder for the socket that only the database's user and root enter. Its name is short: a socket's may have 107 bytes. */
function makeSocketFolder(location: ClusterLocation, former?: string) {
  if (former !== undefined) removeSocketFolder(former);
  for (const parent of ['/tmp', tmpdir()]) {
    try {
      const made = mkdtempSync(join(parent, socketPrefix));
      if (location.owner !== undefined) chownSync(made, location.owner.uid, location.owner.gid);
      if (former === undefined) return made;
      renameSync(made, former);
      return former;
    } catch {
      // The next one may do.
    }
  }
  throw new StartError(
    `The folder for temporary files cannot be written: ${tmpdir()}. The embedded database needs it for its socket.`,
  );
}

/** Starts the database, on the given socket if any, and waits until it takes connections. Throws a StartError with its last words. */
export async function launch(location: ClusterLocation, folder: string, formerSocket?: string): Promise<Postmaster> {
  const socketFolder = makeSocketFolder(location, formerSocket);
  try {
    return { pid: await run(location, folder, socketFolder), cluster: location.cluster, socketFolder };
  } catch (error) {
    removeSocketFolder(socketFolder);
    throw error;
  }
}

async function run(location: ClusterLocation, folder: string, socketFolder: string) {
  const logFile = join(folder, 'postgres.log');
  for (let tries = 0; ; tries += 1) {
    const output = writing(folder, () => openLog(logFile));
    const from = fstatSync(output).size;
    const [command = '', ...args] = [...location.prefix, ...commandLine(location, socketFolder)];
    // A session of its own: Ctrl-C in the terminal must not stop the database before the server has drained.
    const child = spawn(command, args, {
      ...location.as,
      cwd: '/',
      env: bareEnvironment,
      detached: true,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    child.on('error', () => {});
    child.unref();
    if (child.pid !== undefined && (await isReady(location.cluster, child.pid))) return child.pid;
    const words = readFileSync(logFile).subarray(from).toString();
    // Processes of a killed database hold its memory until they notice, which takes them a moment.
    if (tries === 50 || !/is still in use/.test(words)) throw failureOf(words, folder, logFile);
    await sleep(100);
  }
}

const commandLine = (location: ClusterLocation, socketFolder: string) => [
  join(location.binaries, 'bin/postgres'),
  '-D',
  location.cluster,
  '-p',
  String(port),
  '-k',
  socketFolder,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

function openLog(path: string) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/** Waits until the database takes connections (after a crash it repairs itself first): true; or until it has ended: false. */
async function isReady(cluster: string, pid: number) {
  while (beganAt(pid) !== undefined) {
    const file = readPidFile(cluster);
    if (file?.pid === pid && file.ready) return true;
    await sleep(5);
  }
  return false;
}

/** What PostgreSQL writes about itself into its folder. */
function readPidFile(cluster: string) {
  try {
    const [pid, , , , socketFolder = '', , , status] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split(
      '\n',
    );
    return { pid: Number(pid), socketFolder, ready: status?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** The database that runs there, whoever started it; undefined where none does. */
export function running({ cluster }: ClusterLocation): Postmaster | undefined {
  const file = readPidFile(cluster);
  if (file?.ready !== true || !isPostgresOf(file.pid, cluster)) return undefined;
  return { pid: file.pid, cluster, socketFolder: file.socketFolder };
}

/**
 * Deals with what a killed server left: a database that still runs is taken over if it was started as we would start it
 * and answers, else it is stopped. Undefined when none runs any longer.
 */
export async function adopt(location: ClusterLocation): Promise<Postmaster | undefined> {
  const { cluster } = location;
  const former = readPidFile(cluster);
  if (former === undefined) return undefined;
  const { pid, socketFolder } = former;
  if (isPostgresOf(pid, cluster)) {
    const postmaster = { pid, cluster, socketFolder };
    if (startedAlike(location, socketFolder) && (await takesOver(postmaster))) return postmaster;
    await stopPostmaster(postmaster);
    return undefined;
  }
  // The first process was killed alone: the others serve nobody, and hold the memory that the next one needs.
  for (const left of postgresProcessesOf(cluster)) {
    signal(left, 'SIGKILL');
    await isGone(left, cluster, 5000);
  }
  // PostgreSQL itself would take another program that has got this pid since for its own.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  removeSocketFolder(socketFolder);
  return undefined;
}

function startedAlike(location: ClusterLocation, socketFolder: string) {
  const wanted = commandLine(location, socketFolder).map((word, index) => (index === 0 ? word : `"${word}"`));
  return readFileSync(join(location.cluster, 'postmaster.opts'), 'utf8').trim() === wanted.join(' ');
}

/** Whether it answers within some seconds. What the dead server was doing in it ends: its transactions were never acknowledged. */
async function takesOver(postmaster: Postmaster) {
  const ready = await Promise.race([isReady(postmaster.cluster, postmaster.pid), sleep(10_000, false)]);
  if (!ready) return false;
  const client = new pg.Client({
    ...connection(postmaster, superuser, 'postgres'),
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid, 2000) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Ends the database: sessions are cut, everything is written, and it ends; harder if it does not. Removes its socket's folder. */
export async function stopPostmaster({ pid, cluster, socketFolder }: Postmaster) {
  for (const [name, ms] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (!isPostgresOf(pid, cluster)) break;
    signal(pid, name);
    // A process that was halted takes no other signal before this one.
    signal(pid, 'SIGCONT');
    if (await isGone(pid, cluster, ms)) break;
  }
  removeSocketFolder(socketFolder);
}

function removeSocketFolder(socketFolder: string) {
  if (basename(socketFolder).startsWith(socketPrefix)) rmSync(socketFolder, { recursive: true, force: true });
}
