import { createHash } from 'node:crypto';
import {
  Kysely,
  type Logger as StatementLogger,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Selectable,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { type Addresses, listed, mustBeWritable } from './addresses.ts';
import { Client } from './client.ts';
import { endsConnection, isReadOnly } from './database-errors.ts';
import type { Logger } from '../log/log.ts';
import { timeLeft, spendTime } from './request-deadline.ts';
import { shortQueue } from './pool-queue.ts';
import type { Database } from './schema.ts';

/** A pool of connections. Statements are written in SQL, with columns named, by the module whose tables they touch. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** Columns of a table as they are read, for the rows of a statement that is written in SQL. */
export type RowOf<Table extends keyof Database, Column extends keyof Selectable<Database[Table]>> = Pick<
  Selectable<Database[Table]>,
  Column
>;

/** The type of one column as it is read, for a row that gives it under another name. */
export type ColumnOf<Table extends keyof Database, Column extends keyof Selectable<Database[Table]>> = Selectable<
  Database[Table]
>[Column];

interface Options {
  /** Names statements, so that PostgreSQL prepares each once a connection. */
  prepare: boolean;
  /** Connections at most. */
  connections?: number;
  /** How long a statement may take, in milliseconds; 0 as long as it likes. */
  queryMs?: number;
  /** How long it may take to get a connection, in milliseconds, waiting for one that is in use included. */
  connectMs?: number;
  /** Takes a standby, too. */
  readOnly?: boolean;
  /** Is told of each statement when it has ended, well or not, and how long it took. */
  onStatement?: StatementLogger | undefined;
}

const pools = new WeakMap<Db, pg.Pool>();

/** The connections of a pool: all, those that do nothing, and how many wait for one. */
export function poolCounts(db: Db) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {};
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}

// What is begun is ended properly, if need be a little after the deadline.
const leastMs = 100;
// Who got no answer for so long was not merely cut short.
const hangMs = 2000;

// Counts and other 64-bit numbers of ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const names = new Map<string, string>();

/** A short name for a statement's text; lists go as arrays, so there are few different texts. */
function nameOf(sql: string) {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha1').update(sql).digest('base64url').slice(0, 20);
    if (names.size < 2000) names.set(sql, name);
  }
  return name;
}

/**
 * Connects to PostgreSQL as `addresses` say; nothing is asked before the first query. A connection on which something was
 * not answered in time, or that reached a server which takes no writes, is never used again, nor is any that is older.
 */
export function connect(
  addresses: Addresses,
  { prepare, connections = 10, queryMs = 6000, connectMs = 3000, readOnly = false, onStatement }: Options,
  log: Logger,
): Db {
  const targets = listed(addresses);
  // Which of the addresses is tried: the next one as soon as it fails.
  let at = 0;
  // Rises when a connection failed in a way that the others would as well.
  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();

  const pool = new pg.Pool({
    Client: class extends Client {
      constructor(options: pg.ClientConfig = {}) {
        super({ ...options, ...targets[at] });
      }
    },
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    query_timeout: queryMs,
    keepAlive: true,
    // A machine that has vanished is noticed within 20 seconds where nothing is asked of it.
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'carecommons',
    async onConnect(client) {
      try {
        if (!readOnly) await mustBeWritable(client);
      } catch (error) {
        // The pool would wait for the other side's good-bye.
        (client as Client).hangUp();
        throw error;
      }
    },
  });
  // Without a listener an idle connection that the database closes would end the process.
  pool.on('error', (error) => {
    // At the end the database may go before it has seen our good-bye.
    if (!pool.ending) log.warn({ code: (error as { code?: string }).code }, 'database connection lost');
  });
  pool.on('connect', (client) => {
    generations.set(client, generation);
    // Nor may one that is in use: the query on it fails, or the next one, and that is where it is told.
    client.on('error', () => {});
  });
  const ask = shortQueue(pool);

  /** A connection as new as it must be, from whichever address gives one. */
  async function acquire(): Promise<pg.PoolClient> {
    for (let tries = targets.length; ;) {
      const tried = at;
      try {
        const client = await patiently(ask);
        if (generations.get(client) === generation) return client;
        client.release(true);
      } catch (error) {
        if (tried === at) at = (at + 1) % targets.length;
        if (--tries === 0) throw error;
      }
    }
  }

  const careful: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await acquire();
      const born = generation;
      return guarded(client, {
        prepare,
        queryMs: queryMs === 0 ? Infinity : queryMs,
        hung: () => {
          if (born === generation) generation += 1;
        },
        isOld: () => born !== generation,
      });
    },
  };
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: careful }),
    ...(onStatement && { log: onStatement }),
  });
  pools.set(db, pool);
  return db;
}

/** A connection of the pool, for which nobody waits longer than the current request's deadline. */
async function patiently(connection: () => Promise<pg.PoolClient>) {
  const left = timeLeft();
  const began = performance.now();
  const coming = connection();
  if (left === Infinity) return await coming;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      coming,
      new Promise<never>((_, reject) => {
        const late = () => {
          // It is of use to somebody else when it comes.
          coming.then((client) => client.release()).catch(() => {});
          reject(new Error('timeout exceeded when trying to connect'));
        };
        timer = setTimeout(late, Math.max(0, left));
      }),
    ]);
  } finally {
    clearTimeout(timer);
    spendTime(performance.now() - began);
  }
}

interface Guard {
  prepare: boolean;
  queryMs: number;
  /** It was not answered for long, or by a server that takes no writes: so it is with the others. */
  hung(): void;
  isOld(): boolean;
}

/** A connection that names its statements where they are prepared, and is given back only while it is sound. */
function guarded(client: pg.PoolClient, { prepare, queryMs, hung, isOld }: Guard): PostgresPoolClient {
  let inTransaction = false;
  let broken = false;

  async function ask(statement: pg.QueryConfig) {
    const left = timeLeft();
    const began = performance.now();
    try {
      const asked = { ...statement, query_timeout: Math.ceil(Math.max(leastMs, Math.min(left, queryMs))) };
      return await client.query(left === Infinity ? statement : asked);
    } catch (error) {
      if (endsConnection(error)) broken = true;
      if (isReadOnly(error) || (broken && performance.now() - began > hangMs)) hung();
      throw error;
    } finally {
      spendTime(performance.now() - began);
    }
  }

  /** Says nothing of its own where it fails, so that people hear why the transaction did: its connection ends, and so it does. */
  async function rollBack() {
    if (!broken) await ask({ text: 'rollback' }).catch(() => (broken = true));
    return { command: 'ROLLBACK', rowCount: 0, rows: [] };
  }

  async function query(text: string, values: unknown[] = []) {
    if (values.length === 0 && /^(begin|start|commit|rollback|savepoint|release)/i.test(text)) {
      inTransaction = !/^(commit|rollback$)/i.test(text);
      return /^rollback$/i.test(text) ? await rollBack() : await ask({ text });
    }
    if (!prepare) return await ask({ text, values });
    try {
      return await ask({ name: nameOf(text), text, values });
    } catch (error) {
      // A migration changed a table under a prepared statement (SQLSTATE 0A000): once more, unprepared.
      if ((error as { code?: string }).code !== '0A000' || inTransaction) throw error;
      broken = true;
      return await ask({ text, values });
    }
  }

  return {
    // Without the cursors that Kysely would also take.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || broken || isOld()),
  };
}
