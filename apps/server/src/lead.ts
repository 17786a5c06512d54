import { type Config, forgetOwner } from './platform/config/config.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import type { Logger } from './platform/log/log.ts';
import { tellReady } from './ready.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { openWorkers, shareOf } from './workers.ts';

/** Starts the database that all workers share, and them; stops both. */
export async function lead(config: Config, log: Logger) {
  const { databaseUrl, dataDir } = config;
  const database = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
  const lifecycle = { draining: false };
  let close = async () => {};
  let kill = () => {};
  const stopped = stopOnSignal(
    lifecycle,
    () => close(),
    log,
    () => kill(),
  );
  try {
    const environment = database === undefined ? {} : shareOf(database, config);
    const workers = openWorkers(config.workers, environment, log);
    ({ stop: close, kill } = workers);
    process.on('SIGHUP', () => void workers.renew());
    const address = await workers.start();
    // The first of them has migrated; those that take its place find that done.
    forgetOwner(config);
    tellReady(config, address);
    await stopped;
  } finally {
    await database?.stop();
  }
}
