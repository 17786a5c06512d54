import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { movableClock } from '../src/core/clock.ts';
import { type Config, readConfig } from '../src/core/config.ts';
import { connect, type Db } from '../src/core/db.ts';
import { openSessions } from '../src/core/session.ts';
import { openThrottle } from '../src/core/throttle.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  clock: ReturnType<typeof movableClock>;
  config: Config;
  /** One call: method and path, then what it needs; `as` is an access token. */
  call(line: string, options?: { as?: string | undefined; body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: any;
  text: string;
}

/** A whole server on a database of its own, copied from the migrated one. Limits are off unless `settings` switch them on. */
export async function testApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const { admin, app: appRole, owner } = inject('postgres');
  const database = `${owner.database}_${randomBytes(6).toString('hex')}`;
  await asAdmin(admin, `create database ${database} template ${owner.database}`);
  const config = readConfig({ SECRET: 'a key for tests alone, never in use', RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DATA_DIR: '/nonexistent', ...settings });
  const db = connect({ ...appRole, database }, { prepare: true, connections: 5 }, quiet);
  const clock = movableClock();
  const sessions = openSessions(db, config.secret, clock);
  const throttle = openThrottle(db, config, clock);
  const app = await buildApp({ db, config, clock, log: quiet, sessions, throttle, lifecycle: { draining: false } });

  return {
    app,
    db,
    clock,
    config,
    async call(line, { as, body, headers = {} } = {}) {
      const [method, url] = line.split(' ') as [NonNullable<InjectOptions['method']>, string];
      const authorization = as === undefined ? {} : { authorization: `Bearer ${as}` };
      const payload = body === undefined ? {} : { payload: body as object };
      const answer = await app.inject({ method, url, headers: { accept: 'application/json', ...authorization, ...headers }, ...payload });
      const json = /json/.test(String(answer.headers['content-type']));
      return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: json ? answer.json() : undefined, text: answer.body };
    },
    async close() {
      await app.close();
      await db.destroy();
      await asAdmin(admin, `drop database ${database} with (force)`);
    },
  };
}

async function asAdmin(admin: pg.ClientConfig, statement: string) {
  const client = new pg.Client(admin);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
