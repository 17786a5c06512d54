import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { buildApp } from './app.ts';
import { openSealing } from './core/audit-sealing.ts';
import { movableClock, systemClock } from './core/clock.ts';
import { type Config, readConfig } from './core/config.ts';
import { connect } from './core/db.ts';
import { startEmbeddedPostgres } from './core/embedded-postgres.ts';
import { missMasterKeys } from './core/file-keys.ts';
import { sweepFiles } from './core/file-sweep.ts';
import { openFiles } from './core/files.ts';
import { openJobs } from './core/jobs.ts';
import { openLive } from './core/live.ts';
import { openChannel } from './core/live-channel.ts';
import { type Logger, openLog } from './core/log.ts';
import { mailWork } from './core/mail.ts';
import { openMasterKeys } from './core/master-keys.ts';
import { filesOfKeptCare } from './core/kept-care.ts';
import { migrate } from './core/migrate.ts';
import { shareClearing } from './core/ready-texts.ts';
import { openRedis } from './core/redis.ts';
import { openSessions } from './core/session.ts';
import { openSharedCount } from './core/shared-count.ts';
import { StartError } from './core/start-error.ts';
import { openThrottle } from './core/throttle.ts';
import { openWeb } from './core/web.ts';
import { resetWork } from './modules/accounts/password-reset.ts';
import { invitations } from './modules/calendars/calendars.ts';
import { sweepAppointments } from './modules/appointments/passing.ts';
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

// Requests that run when the server is told to stop get this long to finish.
const drainMs = 25_000;
// Two signals closer than this are one.
const doubledMs = 1000;

/** Starts everything, and stops it again in the opposite order. */
async function main() {
  const config = readConfig();
  const log = openLog(config.logLevel);
  const web = await openWeb();
  const database = await openDatabase(config, log);
  const lifecycle = { draining: false };
  let close = database.stop;
  const stopped = stopOnSignal(lifecycle, () => close(), log);
  try {
    await migrate(database.owner, database.appRole, log);
    const clock = config.testClock ? clockOverPipe() : systemClock;
    const db = connect(database.app, { prepare: config.databasePrepare }, log);
    const sessions = openSessions(db, config, clock);
    const redis = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl, config.redisPrefix, log);
    await redis?.opened;
    const throttle = openThrottle(db, config, clock, redis && openSharedCount(redis));
    const files = openFiles(config.dataDir, openMasterKeys(config), log);
    await missMasterKeys(db, files.keys, log);
    const channel = openChannel({ db, connection: database.app, redis, log });
    shareClearing(channel);
    void channel.listen();
    const live = openLive({ sessions, clock, channel });
    const app = await buildApp({ db, config, clock, log, sessions, throttle, files, live, lifecycle }, web);
    let stopJobs = async () => {};
    const sealing = openSealing({ db, config, clock, log });
    const erasing = openErasing({ db, files, config, clock, live, steps: erasureSteps });
    // Before anybody is served: in a database that was put back from an older copy those are there again who were erased.
    const count = await erasing.catchUp();
    if (count > 0) log.warn({ count }, 'accounts erased again that an older copy of the database had');
    const sweeps = [
      sweepFiles(db, files, [filesOfRecords, filesOfEvidence, filesOfExports, filesOfKeptCare], log),
      sweepErasures(erasing, log),
      sweepVerifications({ db, files, config, clock, log }),
      sweepAppointments({ db, clock, live, log }),
      sweepRecords({ db, clock, live, log }),
      sweepExports({ db, files, clock, log }),
      sweepNotifications({ db, clock, live, log }),
    ];
    close = async () => {
      await Promise.all(sweeps.map(({ stop }) => stop()));
      // A connection kept alive after its last answer would hold up the end.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      await Promise.all([app.close(), stopJobs()]);
      clearInterval(idle);
      // What the last requests have written is sealed as well.
      await sealing.stop();
      // What was told last goes out to the other processes.
      await channel.close();
      redis?.close();
      await db.destroy();
      await database.stop();
    };
    if (config.mode === 'production' && config.smtpUrl === undefined) {
      log.warn({ setting: 'SMTP_URL' }, 'not set: letters are put into the data folder and reach nobody');
    }
    if (config.mode === 'production' && config.masterKeys === undefined) {
      log.warn({ setting: 'MASTER_KEYS' }, 'not set: the master keys lie in the data folder, beside what they protect');
    }
    await applyListing(db, config.providers);
    const demo = config.mode === 'demo' ? await loadDemo(db, config, clock, files) : undefined;
    const address = await app.listen({ host: config.host, port: config.port }).catch(inTheWay(config));
    const site = config.publicUrl ?? address;
    const mail = mailWork(config, site, invitations({ db, config, clock }), newsThatHolds({ db, clock }));
    // Apart: a push service or a scanner that hangs holds up no letter, nor does a large export.
    const runners = [
      { ...mail, ...resetWork({ db, config, clock }) },
      pushWork({ db, config, clock }),
      exportWork({ db, files, clock }),
      // Without a scanner what waits for one goes on waiting.
      ...(config.clamd === undefined ? [] : [scanWork({ db, files, config, clock, live })]),
    ];
    const jobs = runners.map((work) => openJobs(db, work, log));
    for (const { start } of jobs) start();
    stopJobs = async () => void (await Promise.all(jobs.map(({ stop }) => stop())));
    process.stdout.write(`Carecommons is ready at ${site}\n`);
    if (config.mode === 'demo') tellDemoLogins(config, demo?.logins);
    process.send?.({ ready: address });
    // Kept for the next start also where this one ends by being killed; nothing where no cache is set.
    flushCompileCache();
  } catch (error) {
    await close();
    throw error;
  }
  await stopped;
}

interface Database {
  owner: pg.ClientConfig;
  app: pg.PoolConfig;
  appRole: string;
  stop(): Promise<void>;
}

async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl === undefined) {
    const { owner, app, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    return { owner, app, appRole: app.user as string, stop };
  }
  if (config.databaseMigrationUrl === undefined) {
    log.warn({ setting: 'DATABASE_MIGRATION_URL' }, 'not set: the application owns its tables; two roles are safer');
  }
  const app = { connectionString: config.databaseUrl };
  const owner = { connectionString: config.databaseMigrationUrl ?? config.databaseUrl };
  return { owner, app, appRole: new pg.Client(app).user ?? 'postgres', stop: async () => {} };
}

/** Resolves when everything has been stopped after SIGTERM or SIGINT; a second signal, or too long a wait, ends at once. */
function stopOnSignal(lifecycle: { draining: boolean }, close: () => Promise<void>, log: Logger) {
  return new Promise<void>((resolve, reject) => {
    let told = 0;
    const stop = () => {
      if (lifecycle.draining) {
        // Ctrl-C under npm arrives twice: from the terminal, and passed on by npm.
        if (performance.now() - told > doubledMs) process.exit(1);
        return;
      }
      told = performance.now();
      lifecycle.draining = true;
      log.info({}, 'draining');
      setTimeout(() => process.exit(1), drainMs).unref();
      close().then(resolve, reject);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
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

/** The demo's passwords are made once; they stand in the data folder, and are told at every start. */
function tellDemoLogins({ dataDir }: Config, made: { role: string; username: string; password: string }[] | undefined) {
  const path = join(dataDir, 'demo-logins.txt');
  if (made !== undefined) {
    const lines = made.map(({ role, username, password }) => `  ${role.padEnd(20)} ${username.padEnd(20)} ${password}`);
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  }
  if (existsSync(path)) process.stdout.write(`Demo logins (role, username, password):\n${readFileSync(path, 'utf8')}`);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const told = error instanceof StartError;
  process.stderr.write(`${told ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
