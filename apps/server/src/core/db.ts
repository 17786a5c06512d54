import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from './log.ts';
import { boundQueue } from './pool-queue.ts';

/** A pool of connections. Statements are written in SQL, with columns named, by the module whose tables they touch. */
export type Db = Kysely<unknown>;
export type Tx = Transaction<unknown>;

interface Options {
  /** Names statements, so that PostgreSQL prepares each once a connection. */
  prepare: boolean;
  /** Connections at most. */
  connections?: number;
  /** How long a statement may take, in milliseconds; 0 as long as it likes. */
  queryMs?: number;
}

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

/** Connects to PostgreSQL as `connection` says; nothing is asked before the first query. */
export function connect(
  connection: pg.PoolConfig,
  { prepare, connections = 10, queryMs = 6000 }: Options,
  log: Logger,
): Db {
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    query_timeout: queryMs,
    keepAlive: true,
    application_name: 'carecommons',
  });
  // Without a listener an idle connection that the database closes would end the process.
  pool.on('error', (error) => {
    // At the end the database may go before it has seen our good-bye.
    if (!pool.ending) log.warn({ code: (error as { code?: string }).code }, 'database connection lost');
  });
  // Nor may one that is in use: the query on it fails, or the next one, and that is where it is told.
  pool.on('connect', (client) => client.on('error', () => {}));
  boundQueue(pool);
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: prepare ? naming(pool) : pool }) });
}

type Client = pg.PoolClient & { query(text: string, values?: unknown[]): Promise<pg.QueryResult> };

/** The same pool, whose clients name each statement. */
function naming(pool: pg.Pool) {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = (await pool.connect()) as Client;
      let inTransaction = false;
      let stale = false;
      return {
        processID: (client as unknown as { processID?: number }).processID,
        async query(text: string, values: unknown[] = []) {
          const control = values.length === 0 && /^(begin|start|commit|rollback|savepoint|release)/i.test(text);
          if (control) {
            inTransaction = !/^(commit|rollback$)/i.test(text);
            return await client.query(text);
          }
          try {
            return await client.query({ name: nameOf(text), text, values });
          } catch (error) {
            // A migration changed a table under a prepared statement (SQLSTATE 0A000): once more, unprepared.
            if ((error as { code?: string }).code !== '0A000' || inTransaction) throw error;
            stale = true;
            return await client.query(text, values);
          }
        },
        release: (destroy?: boolean) => client.release(destroy ?? stale),
      };
    },
  } as unknown as pg.Pool;
}
