import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { addressOf } from '../../apps/server/src/platform/db/db.ts';

export type Instance = ReturnType<typeof startInstance>;

/** Starts one process of the product. With `movable`, its clock can be moved. */
export function startInstance(env: Record<string, string | undefined>, movable: boolean) {
  // Only the server itself listens on the pipe; the pages were built before, for all journeys.
  const script = movable ? '../../apps/server/src/main.ts' : '../../scripts/start.mjs';
  let said = '';
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', movable ? 'ipc' : 'ignore'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit');

  return {
    child,
    ended,
    said: () => said,

    /** Asks the product to stop, so that it also stops its database. */
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(late);
    },

    async move(milliseconds: number) {
      child.send({ move: milliseconds });
      // It also reports when it is ready.
      for (let answer = {}; !('moved' in answer);) [answer] = (await once(child, 'message')) as [object];
    },
  };
}

/** A database for several instances. */
export async function startDatabase(dataDir: string) {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const { owner, app, stop } = await startEmbeddedPostgres({ dataDir, log });
  return { settings: { DATABASE_URL: addressOf(app), DATABASE_MIGRATION_URL: addressOf(owner) }, stop };
}
