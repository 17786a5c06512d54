import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import pg from 'pg';
import { buildApp } from './app.ts';
import { openSealing, openVisitReads } from './platform/audit/audit.ts';
import {
  type Addresses,
  addressesOf,
  connect,
  type Db,
  keepClock,
  migrate,
  warnOfMissingTimeLimits,
  mustBeMigrated,
  keepPartitions,
  openReplica,
  primaryAlone,
  setClock,
  waitForDatabase,
} from './platform/db/db.ts';
import { movableClock } from './platform/time/time.ts';
import { type Config, forgetOwner } from './platform/config/config.ts';
import { openListeners } from './platform/http/http.ts';
import { drain, openLive } from './platform/live/live.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { warnOfMissingMasterKeys, openFiles, openStore, removeUnusedFiles } from './platform/files/files.ts';
import { openInstruments } from './platform/telemetry/telemetry.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { openReadYourWrites, shareInvalidation } from './platform/cache/cache.ts';
import { openLanguages } from './platform/languages/languages.ts';
import { openChannel } from './platform/broadcast/broadcast.ts';
import type { Logger } from './platform/log/log.ts';
import { mailWork } from './platform/mail/mail.ts';
import { openMasterKeys } from './platform/crypto/crypto.ts';
import { filesOfKeptCare } from './modules/erasure/erasure.ts';
import { openSecrets, openSessions } from './platform/auth/auth.ts';
import { openSharedCounter, openThrottle } from './platform/limits/limits.ts';
import { StartError } from './platform/errors/errors.ts';
import { openWeb } from './platform/web/web.ts';
import { sweepEvents } from './modules/accounts/events/event-sweep.ts';
import { resetWork } from './modules/accounts/password-reset.ts';
import { applyProviderFactor } from './modules/accounts/second-factor/provider-factor.ts';
import { resealAll } from './modules/accounts/secret-uses.ts';
import { sweepSkeletons } from './modules/accounts/username-skeleton.ts';
import { invitations } from './modules/calendars/calendars.ts';
import { runDueTransitions } from './modules/appointments/due-transitions.ts';
import { newsThatHolds, pushWork, sweepNotifications } from './modules/notifications/notifications.ts';
import { exportWork } from './modules/privacy/export-work.ts';
import { filesOfExports } from './modules/privacy/exports.ts';
import { sweepExports } from './modules/privacy/sweep.ts';
import { openErasing, sweepErasures } from './modules/privacy/erasing.ts';
import { applyListing } from './modules/providers/providers.ts';
import { filesOfRecords } from './modules/records/records.ts';
import { scanWork } from './modules/records/scan.ts';
import { sweepRecords } from './modules/records/sweep.ts';
import { filesOfEvidence, sweepVerifications } from './modules/verification/verification.ts';
import { loadDemo } from './demo/demo.ts';
import { erasureSteps } from './erasure-steps.ts';
import { endHandedOut } from './handed-out.ts';
import { keepDemoLogins, tellReady } from './ready.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { isFirst } from './workers.ts';

/** Starts everything, and stops it again in the opposite order. */
export async function serve(config: Config, log: Logger) {
  const instruments = await openInstruments(config, log);
  const web = await openWeb();
  const database = await openDatabase(config, log);
  const lifecycle = { draining: false };
  const waiting = new AbortController();
  let close = async () => {
    waiting.abort();
    await database.stop();
  };
  const stopped = stopOnSignal(lifecycle, () => close(), log);
  try {
    await waitForDatabases(database, log, waiting.signal);
    if (waiting.signal.aborted) return await stopped;
    await prepareTables(database, config, log);
    const clock = config.testClock ? clockOverPipe() : movableClock();
    const { onStatement, times } = instruments;
    const { databasePrepare: prepare, databaseConnections: connections } = config;
    const db = connect(database.app, { prepare, connections, onStatement }, log);
    await warnOfMissingTimeLimits(db, log);
    if (!config.testClock) await setClock(db, clock, log);
    await openSecrets(db, config);
    if (isFirst()) await resealAll(db, config.secret, clock.now());
    const sessions = openSessions(db, config, clock);
    const redis = await redisOf(config, log);
    const throttle = openThrottle(db, config, clock, redis && openSharedCounter(redis));
    const store = openStore(config, log);
    const files = instruments.ofFiles(openFiles(config.dataDir, openMasterKeys(config), log, store));
    await warnOfMissingMasterKeys(db, files.keys, log);
    const channel = openChannel({ db, connection: database.direct, redis, log });
    shareInvalidation(channel);
    sessions.share(channel);
    void channel.listen();
    const live = openLive({ sessions, clock, channel });
    const publicReads = openPublicReads(db, config, log);
    const readYourWrites = openReadYourWrites({ config, clock, sessions });
    const languages = openLanguages(web);
    const visitReads = openVisitReads({ db, clock, log });
    const services = {
      db,
      config,
      clock,
      log,
      sessions,
      throttle,
      files,
      live,
      languages,
      publicReads,
      readYourWrites,
      endHandedOut,
      visitReads,
      lifecycle,
      times,
    };
    const app = await buildApp(services, web);
    const listeners = openListeners(app);
    await instruments.start({ db, live, lifecycle });
    let stopJobs = async () => {};
    const sealing = openSealing({ db, config, clock, log });
    const erasing = openErasing({ db, files, config, clock, live, steps: erasureSteps });
    // Before anybody is served: in a database that was put back from an older copy those are there again who were erased.
    const count = await erasing.catchUp();
    if (count > 0) log.warn({ count }, 'accounts erased again that an older copy of the database had');
    const sweeps = isFirst()
      ? [
          removeUnusedFiles(db, files, [filesOfRecords, filesOfEvidence, filesOfExports, filesOfKeptCare], log),
          sweepErasures(erasing, log),
          sweepVerifications({ db, files, config, clock, log }),
          runDueTransitions({ db, clock, live, log }),
          sweepRecords({ db, clock, live, log }),
          sweepExports({ db, files, clock, log }),
          sweepNotifications({ db, clock, live, log }),
          keepPartitions({ db, clock, log }),
          sweepEvents({ db, config, clock, log }),
          sweepSkeletons({ db, log }),
        ]
      : [];
    if (!config.testClock) sweeps.push(keepClock(db, clock, log));
    close = async () => {
      const serving = drain({ app, listeners, live, seconds: config.drainSeconds, log });
      await Promise.all([serving, ...sweeps.map(({ stop }) => stop()), stopJobs()]);
      // What the last requests have written is sealed as well.
      await sealing.stop();
      await visitReads.stop();
      await publicReads.stop();
      await instruments.close();
      // What was told last goes out to the other processes.
      await channel.close();
      redis?.close();
      await db.destroy();
      await database.stop();
    };
    if (config.mode === 'production' && config.smtpUrl === undefined) {
      log.warn({ setting: 'SMTP_URL' }, 'not set: emails are written to the data folder and reach nobody');
    }
    if (config.mode === 'production' && config.masterKeys === undefined) {
      log.warn({ setting: 'MASTER_KEYS' }, 'not set: the master keys lie in the data folder, beside what they protect');
    }
    await applyListing(db, config);
    await applyProviderFactor(db, config, clock.now());
    const demo = config.mode === 'demo' ? await loadDemo(db, config, clock, files) : undefined;
    const address = await listeners.listen(config).catch(inTheWay(config));
    const site = config.publicUrl ?? address;
    const mail = mailWork(config, site, {
      languages,
      invite: invitations({ db, config, clock }),
      holds: newsThatHolds({ db, clock }),
    });
    // Apart: a push service or a scanner that hangs holds up no email, nor does a large export.
    const runners = [
      { ...mail, ...resetWork({ db, config, clock }) },
      pushWork({ db, config, clock, languages }),
      exportWork({ db, files, clock, languages }),
      // Without a scanner what waits for one goes on waiting.
      ...(config.clamd === undefined ? [] : [scanWork({ db, files, config, clock, live })]),
    ];
    const jobs = runners.map((work) => openJobs(db, instruments.ofWork(work), log));
    for (const { start } of jobs) start();
    stopJobs = async () => void (await Promise.all(jobs.map(({ stop }) => stop())));
    if (config.mode === 'demo' && demo !== undefined) keepDemoLogins(config, demo.logins);
    // Of several workers, what started them says so.
    if (cluster.isPrimary) tellReady(config, address);
    else process.send?.({ ready: address });
    // Kept for the next start also where this one ends by being killed; nothing where no cache is set.
    flushCompileCache();
  } catch (error) {
    await close();
    throw error;
  }
  await stopped;
}

interface Database {
  /** Undefined where this server is not to change tables. */
  owner: Addresses | undefined;
  app: Addresses;
  /** Past a pooler. */
  direct: Addresses;
  appRole: string;
  embedded: boolean;
  stop(): Promise<void>;
}

/** Waits for a database of the operator's own, as a server that runs does when it goes away; the embedded one is there already. */
async function waitForDatabases({ owner, app, embedded }: Database, log: Logger, signal: AbortSignal) {
  if (embedded) return;
  if (owner !== undefined) await waitForDatabase(owner, { setting: 'DATABASE_MIGRATION_URL', log, signal });
  await waitForDatabase(app, { setting: 'DATABASE_URL', log, signal });
}

/** Migrates, where this server was told by whom; from then on it does not know the owner's password any more. */
async function prepareTables({ owner, app, appRole }: Database, config: Config, log: Logger) {
  if (owner === undefined) return await mustBeMigrated(app);
  await migrate(owner, appRole, log);
  forgetOwner(config);
}

async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl, databaseMigrationUrl, databaseDirectUrl = databaseUrl } = config;
  if (databaseUrl === undefined || databaseDirectUrl === undefined) {
    const { owner, app, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    return { owner, app, direct: app, appRole: app.user as string, embedded: true, stop };
  }
  const [app, direct] = [addressesOf(databaseUrl), addressesOf(databaseDirectUrl)];
  const owner = databaseMigrationUrl === undefined ? undefined : addressesOf(databaseMigrationUrl);
  const appRole = new pg.Client(app[0]).user ?? 'postgres';
  return { owner, app, direct, appRole, embedded: false, stop: async () => {} };
}

/** Where there is one: few installations need it, and what speaks to it is large. */
async function redisOf({ redisUrl, redisPrefix }: Config, log: Logger) {
  if (redisUrl === undefined) return undefined;
  const { openRedis } = await import('./platform/redis/redis.ts');
  const redis = openRedis(redisUrl, redisPrefix, log);
  await redis.opened;
  return redis;
}

/** From the replica, where there is one. Soon given up where it does not answer: the primary is there as well. */
function openPublicReads(db: Db, { databaseReplicaUrl, databasePrepare: prepare }: Config, log: Logger) {
  if (databaseReplicaUrl === undefined) return primaryAlone(db);
  const hasty = { prepare, readOnly: true, connectMs: 500, queryMs: 1000 };
  return openReplica({ primary: db, replica: connect(addressesOf(databaseReplicaUrl), hasty, log), log });
}

/** A clock that the process which started this one moves by messages `{ move: milliseconds }`; it answers each. */
function clockOverPipe() {
  const clock = movableClock();
  process.on('message', ({ move = 0 }: { move?: number }) => {
    clock.move(move);
    process.send?.({ moved: move });
  });
  return clock;
}

function inTheWay({ port, host }: Config) {
  return (error: { code?: string }): never => {
    if (error.code === 'EADDRINUSE') throw new StartError(`Port ${port} is in use. Stop what uses it, or set PORT.`);
    if (error.code === 'EACCES') throw new StartError(`Port ${port} may not be opened by this user. Set PORT.`);
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new StartError(`HOST ${host} is no address of this machine.`);
    }
    throw error;
  };
}
