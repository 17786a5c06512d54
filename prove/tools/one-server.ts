import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { borrowEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';

const main = new URL('../../apps/server/src/main.ts', import.meta.url).pathname;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export interface OneServer {
  child: ChildProcess;
  address: string;
}

interface Options {
  /** A module that is loaded first. */
  preloaded?: string;
  settings?: Record<string, string>;
}

/** The real product on a data folder, with its embedded database unless `settings` name another. */
export async function startOne(dataDir: string, { preloaded, settings }: Options = {}): Promise<OneServer> {
  const child = fork(main, {
    env: {
      PATH: process.env.PATH,
      MODE: 'demo',
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      PORT: '0',
      ...settings,
    },
    execArgv: preloaded === undefined ? [] : ['--import', preloaded],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error('A server ended before it was ready.');
  });
  // Later it may end in any way.
  gone.catch(() => {});
  const [{ ready }] = (await Promise.race([once(child, 'message'), gone])) as [{ ready: string }];
  return { child, address: ready };
}

/** Kills it, or stops it normally. */
export async function endOne({ child }: OneServer, signal: 'SIGKILL' | 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Runs something as the owner of a data folder's database, while the server runs. */
export async function asOwnerOf<T>(dataDir: string, work: (client: pg.Client, owner: pg.ClientConfig) => Promise<T>) {
  const database = await borrowEmbeddedPostgres({ dataDir, log: quiet });
  const client = new pg.Client(database.owner);
  try {
    await client.connect();
    return await work(client, database.owner);
  } finally {
    await client.end();
    await database.stop();
  }
}
