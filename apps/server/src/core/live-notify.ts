import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './db.ts';
import type { Transport, TransportOptions } from './live-transport.ts';

const channel = 'live';
const waitsMs = { first: 100, longest: 5000 };

interface Options extends TransportOptions {
  db: Db;
  /** For the one connection that listens; it must reach PostgreSQL itself, no pooler that shares connections. */
  connection: pg.ClientConfig;
}

/** Between the processes on one database, by PostgreSQL's NOTIFY. */
export function openNotify({ db, connection, log, onText, onGap }: Options): Transport {
  const end = new AbortController();
  let listening: Promise<void> | undefined;
  let client: pg.Client | undefined;

  async function connect() {
    const next = new pg.Client({ ...connection, keepAlive: true, application_name: 'carecommons live' });
    next.on('notification', ({ payload = '' }) => onText(payload));
    next.on('error', () => {});
    await next.connect();
    await next.query(`listen ${channel}`);
    next.on('end', () => void again());
    if (end.signal.aborted) await next.end();
    client = next;
  }

  async function again() {
    for (let wait = waitsMs.first; !end.signal.aborted; wait = Math.min(wait * 2, waitsMs.longest)) {
      try {
        await connect();
        return onGap();
      } catch (error) {
        log.warn({ code: (error as { code?: string }).code }, 'live events of other processes do not arrive');
        await sleep(wait, undefined, { ref: false });
      }
    }
  }

  return {
    listen() {
      listening ??= connect().catch(again);
      return listening;
    },
    async send(texts) {
      await notify(db, texts);
    },
    async close() {
      end.abort();
      await client?.end().catch(() => {});
    },
  };
}

/** Sends texts of at most 8000 bytes each, in a transaction when and only when it commits. */
export async function notify(tx: Tx | Db, texts: readonly string[]) {
  await sql`select pg_notify(${channel}, payload) from unnest(${texts}::text[]) payload`.execute(tx);
}
