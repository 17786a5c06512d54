import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '../apps/server/src/core/embedded-postgres-binaries.ts';
import { findPlace } from '../apps/server/src/core/embedded-postgres-user.ts';
import { borrowEmbeddedPostgres } from '../apps/server/src/core/embedded-postgres.ts';
import { postgresProcessesOf, signal } from '../apps/server/src/core/processes.ts';
import type { Figure } from './run.ts';
import { post } from './two-servers.ts';

const rounds = 3;
const atOnce = 8;
const main = new URL('../apps/server/src/main.ts', import.meta.url).pathname;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** R4: registrations that were answered with 201 and are not there after server and database were killed under load. */
export async function crash(): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-crash-'));
  const acknowledged: string[] = [];
  let child: ChildProcess | undefined;
  try {
    for (let round = 0; round < rounds; round++) {
      child = fork(main, {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', PORT: '0' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
      const before = acknowledged.length;
      const asking = Promise.all(Array.from({ length: atOnce }, () => registerUntilGone(ready, acknowledged)));
      while (acknowledged.length < before + 50) await sleep(5);
      await kill(child, dataDir);
      await asking;
    }
    const database = await borrowEmbeddedPostgres({ dataDir, log: quiet });
    const client = new pg.Client(database.owner);
    await client.connect();
    const { rows } = await client.query<{ lost: number }>(
      `select count(*)::int as lost from unnest($1::text[]) name
       where not exists (select from users where username = name)`,
      [acknowledged],
    );
    await client.end();
    await database.stop();
    const lost = rows[0]?.lost ?? acknowledged.length;
    return {
      figure: 'R4 acknowledged registrations lost when server and database are killed',
      value: { rounds, acknowledged: acknowledged.length, lost },
      target: '0',
      ok: lost === 0,
    };
  } finally {
    if (child !== undefined) await kill(child, dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** One account after the other, each written down once the server has said that it is made, until no server answers. */
async function registerUntilGone(server: string, acknowledged: string[]) {
  for (;;) {
    const account = {
      username: `crash.${crypto.randomUUID()}`,
      password: 'seven grey herons',
      email: 'prove@example.org',
    };
    const answer = await post(`${server}/register/user/`, account).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status === 201) acknowledged.push(account.username);
  }
}

/** The server and every process of its database, at once and without a word. */
async function kill(child: ChildProcess, dataDir: string) {
  const { cluster } = findPlace(realpathSync(dataDir), findBinaries());
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.kill('SIGKILL');
  for (const pid of postgresProcessesOf(cluster)) signal(pid, 'SIGKILL');
  await ended;
}
