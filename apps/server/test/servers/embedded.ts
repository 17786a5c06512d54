import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { isGone, postgresProcessesOf, signal } from '../../src/platform/process/process.ts';

const fixture = new URL('hold-database.ts', import.meta.url).pathname;

/** A data folder, a new one unless given, that ends with `remove`, and every database in it. */
export function dataFolder(dataDir = realpathSync(mkdtempSync('/tmp/carecommons-data-'))) {
  const children: ChildProcess[] = [];
  const started: EmbeddedPostgres[] = [];
  const cluster = join(dataDir, 'postgres');

  return {
    dataDir,
    cluster,
    /** Starts the database in this process. `told` holds what was logged. */
    async start() {
      const told: { way?: string; message: string }[] = [];
      const tell = (fields: { way?: string }, message: string) => void told.push({ ...fields, message });
      const database = await startEmbeddedPostgres({
        dataDir,
        log: { debug: tell, info: tell, warn: tell, error: tell },
      });
      started.push(database);
      return { ...database, told, way: told.find((line) => line.way !== undefined)?.way };
    },
    /** Starts it in a process of its own, that may be killed, behind the command `before` if any. */
    async hold(note: string, before: string[] = [], ready: (child: ChildProcess) => void = () => {}) {
      const [command, ...args] = [...before, process.execPath, fixture, dataDir, note];
      const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      children.push(child);
      ready(child);
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const told = JSON.parse(line) as { way: string; host: string };
      return {
        child,
        pid: child.pid ?? 0,
        ...told,
        owner: { host: told.host, user: 'carecommons_owner', database: 'carecommons' },
      };
    },
    /** Another folder with all that is in this one, whose database is stopped: sooner than to make one. */
    copy() {
      const other = dataFolder();
      execFileSync('cp', ['--archive', `${dataDir}/.`, other.dataDir]);
      return other;
    },
    postmaster: () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async remove() {
      for (const database of started) await database.stop();
      for (const child of children) await release(child);
      for (const pid of postgresProcessesOf(cluster)) await killPostgres(pid, cluster);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Lets a holder stop its database and end. */
async function release(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin?.end();
  await once(child, 'exit');
}

/** Kills a child of ours with -9 and waits until it is gone. */
export async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export async function killPostgres(pid: number, cluster: string) {
  signal(pid, 'SIGKILL');
  await isGone(pid, cluster, 5000);
}

/** One statement on a connection of its own. */
export async function ask(connection: pg.ClientConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  return await client.query(statement).then(
    ({ rows }) => client.end().then(() => rows as Record<string, unknown>[]),
    (error: unknown) => client.end().then(() => Promise.reject(error)),
  );
}

export const notes = async (connection: pg.ClientConfig) =>
  (await ask(connection, 'select note from notes')).map((row) => row.note);
