import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from '../../src/platform/db/db.ts';

/** What a try has done so far. */
interface SoFar {
  /** Whether anything was written, if only a lock, or something that was taken back again. */
  wrote(): Promise<boolean>;
  /** Whether anything was written that was to stay. */
  kept(): boolean;
  /** What was asked of the database. */
  statements(): readonly Statement[];
}

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** A database that can be put back, over one connection. */
export interface Rewindable {
  db: Db;
  /** Does something, and then takes back all that was written meanwhile. */
  trying<T>(work: (so: SoFar) => Promise<T>): Promise<T>;
  /** Of every row of the database but those of some tables. */
  digest(): Promise<string>;
  /** The name of every column. */
  columns(): Promise<string[]>;
  close(): Promise<void>;
}

// What may be written by whoever asks: the audit, what failed at an account, the count of forged links, and the words that make a search forgiving.
const notCounted = [
  'audit%',
  'throttle',
  'account\\_events',
  'forged\\_links',
  'question\\_words',
  'search\\_words',
  'idempotency\\_keys',
];

/**
 * Within `trying`, transactions of the product become savepoints of one that is rolled back: the same world stands for
 * every try, however much the one before destroyed.
 */
export async function rewindable(connection: pg.ClientConfig): Promise<Rewindable> {
  const client = new pg.Client(connection);
  await client.connect();
  const names = new Map<string, string>();
  let rewinding = false;
  let inTransaction = false;
  let kept = false;
  let pending = false;
  let statements: Statement[] = [];

  function run(text: string, values: unknown[]) {
    let name = names.get(text);
    if (name === undefined) names.set(text, (name = `statement ${names.size}`));
    return client.query({ name, text, values });
  }

  async function control(text: string) {
    inTransaction = /^(begin|start)/i.test(text);
    if (/^commit/i.test(text)) kept ||= pending;
    pending = false;
    if (!rewinding) return await client.query(text);
    if (inTransaction) return await client.query('savepoint call');
    return await client.query(/^commit/i.test(text) ? 'release savepoint call' : 'rollback to savepoint call');
  }

  async function query(text: string, values: unknown[] = []) {
    if (values.length === 0 && /^(begin|start|commit|rollback)/i.test(text)) return await control(text);
    statements.push({ text, values });
    const reads = /^\s*select/i.test(text);
    if (!reads && inTransaction) pending = true;
    if (!reads && !inTransaction) kept = true;
    if (inTransaction || reads || !rewinding) return await run(text, values);
    // A statement on its own is its own transaction: where it fails, nothing else does.
    await client.query('savepoint alone');
    try {
      return await run(text, values);
    } catch (error) {
      await client.query('rollback to savepoint alone');
      throw error;
    }
  }

  const shared = { query, release() {} };
  const pool = { connect: async () => shared, end: async () => {} };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) });

  return {
    db,
    async trying(work) {
      await client.query('begin');
      rewinding = true;
      kept = false;
      statements = [];
      try {
        return await work({
          kept: () => kept,
          statements: () => statements,
          async wrote() {
            const { rows } = await client.query('select pg_current_xact_id_if_assigned() is not null as wrote');
            return (rows[0] as { wrote: boolean }).wrote;
          },
        });
      } finally {
        rewinding = false;
        await client.query('rollback');
      }
    },
    async digest() {
      const { rows: tables } = await client.query<{ name: string }>(
        `select quote_ident(relname) as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and has_table_privilege(oid, 'select')
           and not relname like any($1) order by relname`,
        [notCounted],
      );
      const digests = tables.map(
        ({ name }) =>
          `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) from ${name} t`,
      );
      const { rows } = await client.query(digests.join(' union all '));
      return JSON.stringify(rows);
    },
    async columns() {
      const { rows } = await client.query<{ name: string }>(
        `select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
      );
      return rows.map(({ name }) => name);
    },
    async close() {
      await client.end();
    },
  };
}
