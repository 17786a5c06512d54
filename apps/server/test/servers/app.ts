import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { endHandedOut } from '../../src/handed-out.ts';
import { buildApp } from '../../src/app.ts';
import { stillClock } from '../../src/platform/time/clock.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { connect, type Db, primaryAlone, type PublicReads } from '../../src/platform/db/db.ts';
import { type Files, type FileStore, openFiles, openStore } from '../../src/platform/files/files.ts';
import { openInstruments } from '../../src/platform/telemetry/telemetry.ts';
import { openReadYourWrites } from '../../src/platform/cache/cache.ts';
import { type Languages, openLanguages } from '../../src/platform/languages/languages.ts';
import { openLive } from '../../src/platform/live/live.ts';
import { openChannel } from '../../src/platform/broadcast/broadcast.ts';
import { openMasterKeys } from '../../src/platform/crypto/crypto.ts';
import { emptySharedCaches } from '../../src/platform/cache/response-cache.ts';
import { openRedis } from '../../src/platform/redis/redis.ts';
import type { Services } from '../../src/platform/routing/routing.ts';
import { openSecrets, openSessions } from '../../src/platform/auth/auth.ts';
import { openSharedCounter, openThrottle } from '../../src/platform/limits/limits.ts';
import { openVisitReads } from '../../src/platform/audit/audit.ts';
import type { Web } from '../../src/platform/web/web.ts';
import { testStore } from './s3-server.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  clock: ReturnType<typeof stillClock>;
  config: Config;
  files: Files;
  /** Where whole files lie: the data folder, or the S3 store that TEST_S3_ENDPOINT names. */
  store: FileStore;
  services: Services;
  /** English alone, but with the pages. */
  languages: Languages;
  /** Where the metrics can be read, in case METRICS_PORT is set. */
  metricsPort: number | undefined;
  instruments: Awaited<ReturnType<typeof openInstruments>>;
  call: Caller;
  /** One more process on the same database, with its own memory of sessions and limits; `changes` are to its settings. */
  otherProcess(
    changes?: Partial<Config>,
  ): Promise<{ app: FastifyInstance; services: Services; call: Caller; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** One call: method and path, then what it needs; `as` is an access token, `ip` where it comes from. */
type Caller = (line: string, options?: CallOptions) => Promise<Answer>;

interface CallOptions {
  as?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  ip?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: any;
  text: string;
}

/**
 * A whole server on a database of its own, copied from the migrated one; with `web`, its pages too. Limits are off unless
 * `settings` switch them on; `open` connects in another way than the product does; `reads` reads public lists elsewhere.
 */
export async function testApp(
  settings: Record<string, string> = {},
  web?: Web,
  open?: (connection: pg.ClientConfig) => Db | Promise<Db>,
  reads: (db: Db) => PublicReads = primaryAlone,
): Promise<TestApp> {
  const { admin, app: appRole, owner } = inject('postgres');
  const database = `${owner.database}_${randomBytes(6).toString('hex')}`;
  await asAdmin(admin, `create database ${database} owner ${owner.user} template ${owner.database}`);
  const config = readConfig({
    SECRET: 'a key for tests alone, never in use',
    MASTER_KEYS: `1:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    // Made only where a file is stored.
    DATA_DIR: join(tmpdir(), database),
    ...testStore(`${database}/`),
    // Where a Redis is given, all tests share it.
    REDIS_URL: process.env.TEST_REDIS_URL ?? '',
    REDIS_PREFIX: database,
    ...settings,
  });
  const instruments = await openInstruments(config, quiet);
  const db = await (open ?? asProduct(instruments.onStatement))({ ...appRole, database });
  await openSecrets(db, config);
  const clock = stillClock();
  const store = openStore(config, quiet);
  const files = instruments.ofFiles(openFiles(config.dataDir, openMasterKeys(config), quiet, store));
  const languages = openLanguages(web);
  const toClose: (() => Promise<void>)[] = [];
  const servicesOfProcess = async (changes?: Partial<Config>): Promise<Services> => {
    // The first one's can be changed by a test while it runs.
    const own = changes === undefined ? config : { ...config, ...changes };
    if (changes?.secret !== undefined) await openSecrets(db, own);
    const sessions = openSessions(db, own, clock);
    const redis = own.redisUrl === undefined ? undefined : openRedis(own.redisUrl, own.redisPrefix, quiet);
    await redis?.opened;
    const throttle = openThrottle(db, own, clock, redis && openSharedCounter(redis));
    const channel = openChannel({ db, connection: { ...appRole, database }, redis, log: quiet });
    sessions.share(channel);
    const live = openLive({ sessions, clock, channel });
    const publicReads = reads(db);
    const readYourWrites = openReadYourWrites({ config: own, clock, sessions });
    const lifecycle = { draining: false };
    const { times } = instruments;
    toClose.push(async () => {
      await channel.close();
      redis?.close();
    });
    // Written where a test asks for it: rows that come by themselves would stand in the way of those that count them.
    const visitReads = openVisitReads({ db, clock, log: quiet, timer: false });
    const pages = { languages, publicReads, readYourWrites, endHandedOut, visitReads };
    return { db, config: own, clock, log: quiet, sessions, throttle, files, live, ...pages, lifecycle, times };
  };
  const services = await servicesOfProcess();
  // Files of tests share the modules, and so what the server of the file before had ready.
  emptySharedCaches();
  const app = await buildApp(services, web);
  const metricsPort = await instruments.start(services);

  return {
    app,
    db,
    clock,
    config,
    files,
    store,
    services,
    languages,
    metricsPort,
    instruments,
    call: callerOf(app),
    async otherProcess(changes) {
      const others = await servicesOfProcess(changes);
      const other = await buildApp(others, web);
      return { app: other, services: others, call: callerOf(other), close: () => other.close() };
    },
    async close() {
      await app.close();
      await Promise.all(toClose.map((close) => close()));
      await instruments.close();
      await db.destroy();
      await asAdmin(admin, `drop database ${database} with (force)`);
      await rm(config.dataDir, { recursive: true, force: true });
    },
  };
}

const asProduct =
  (onStatement: Parameters<typeof connect>[1]['onStatement']) =>
  (connection: pg.ClientConfig): Db =>
    connect(connection, { prepare: true, connections: 5, onStatement }, quiet);

function callerOf(app: FastifyInstance): Caller {
  return async (line, { as, body, headers = {}, ip } = {}) => {
    const [method, url] = line.split(' ') as [NonNullable<InjectOptions['method']>, string];
    const authorization = as === undefined ? {} : { authorization: `Bearer ${as}` };
    const answer = await app.inject({
      method,
      url,
      headers: { accept: 'application/json', ...authorization, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(ip === undefined ? {} : { remoteAddress: ip }),
    });
    const json = /json/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      body: json ? answer.json() : undefined,
      text: answer.body,
    };
  };
}

async function asAdmin(admin: pg.ClientConfig, statement: string) {
  const client = new pg.Client(admin);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
