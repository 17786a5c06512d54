import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isPostgresOf, lockDataFolder } from '../process/process.ts';
import { findBinaries } from './binaries.ts';
import { makeCluster, superuser } from './cluster.ts';
import { adopt, connection, launch, type Postmaster, running, stopPostmaster } from './server-process.ts';
import { appRole, databaseName, ownerRole, prepareDatabase } from './roles.ts';
import { findClusterLocation, type ClusterLocation } from './os-user.ts';
import type { Logger } from '../log/log.ts';

export interface EmbeddedPostgres {
  /** The superuser, for set-up and tests alone. */
  admin: pg.ClientConfig;
  /** Owns the database and migrates it. */
  owner: pg.ClientConfig;
  /** May do what migrations grant it. */
  app: pg.ClientConfig;
  /** Cuts all connections, stops the database and frees the data folder; a second call waits for the first. */
  stop(): Promise<void>;
}

/**
 * Starts the database of the data folder, making it if there is none, and keeps it running until `stop`. Nothing that
 * was committed is lost if this process, the database or both are killed. Throws a StartError saying what is in the way.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: {
  dataDir: string;
  log: Logger;
}): Promise<EmbeddedPostgres> {
  const began = performance.now();
  const { folder, unlock } = await lockDataFolder(dataDir);
  let postmaster: Postmaster | undefined;
  try {
    const location = findClusterLocation(folder, findBinaries());
    if (location.way.startsWith('moved'))
      log.warn({ path: location.cluster }, 'no user but root reaches the data folder, so the database lies here');
    await makeCluster(location, folder);
    const adopted = await adopt(location);
    postmaster = adopted ?? (await launch(location, folder));
    await prepareDatabase(connection(postmaster, superuser, 'postgres'));
    const ms = Math.round(performance.now() - began);
    log.info(
      { way: location.way, path: location.cluster, pid: postmaster.pid, ms },
      adopted ? 'embedded database adopted' : 'embedded database started',
    );
    return opened(postmaster, location, folder, unlock, log);
  } catch (error) {
    if (postmaster !== undefined) await stopPostmaster(postmaster);
    unlock();
    throw error;
  }
}

/**
 * Lets another program than the server, such as a command of the operator, into the database of the data folder: the
 * running one, which goes on afterwards, or else one started for the time being. `stop` leaves things as they were.
 */
export async function borrowEmbeddedPostgres(options: { dataDir: string; log: Logger }) {
  const folder = existsSync(options.dataDir) ? realpathSync(options.dataDir) : undefined;
  const there = folder === undefined ? undefined : running(findClusterLocation(folder, findBinaries()));
  if (there === undefined) return await startEmbeddedPostgres(options);
  return {
    owner: connection(there, ownerRole, databaseName),
    app: connection(there, appRole, databaseName),
    stop: async () => {},
  };
}

function opened(
  first: Postmaster,
  location: ClusterLocation,
  folder: string,
  unlock: () => void,
  log: Logger,
): EmbeddedPostgres {
  const ending = new AbortController();
  // Connections keep their address when the database has to be started again.
  const kept = keepRunning(first, location, folder, log, ending.signal);
  let stopped: Promise<void> | undefined;
  return {
    admin: connection(first, superuser, 'postgres'),
    owner: connection(first, ownerRole, databaseName),
    app: connection(first, appRole, databaseName),
    stop() {
      stopped ??= (async () => {
        ending.abort();
        await stopPostmaster(await kept);
        unlock();
      })();
      return stopped;
    },
  };
}

/** Starts the database again, on the same socket, should it be killed; gives the last one when `ending` is called. */
async function keepRunning(
  first: Postmaster,
  location: ClusterLocation,
  folder: string,
  log: Logger,
  ending: AbortSignal,
) {
  let postmaster = first;
  for (let wait = 250; ;) {
    await sleep(wait, undefined, { ref: false, signal: ending }).catch(() => {});
    if (ending.aborted) return postmaster;
    if (isPostgresOf(postmaster.pid, location.cluster)) continue;
    log.error({ pid: postmaster.pid }, 'the embedded database ended by itself');
    try {
      postmaster = (await adopt(location)) ?? (await launch(location, folder, postmaster.socketFolder));
      log.info({ pid: postmaster.pid }, 'embedded database started');
      wait = 250;
    } catch (error) {
      log.error({ fault: String(error) }, 'the embedded database did not start');
      wait = 2000;
    }
  }
}
