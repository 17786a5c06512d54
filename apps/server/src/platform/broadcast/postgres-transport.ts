import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Addresses, type Client, type Db, mustBeWritable, openClient, type Tx } from '../db/db.ts';
import type { Transport, TransportOptions } from './transport.ts';

const channel = 'live';
// What came meanwhile is missed, and told as such, when the next connection stands.
const askEveryMs = 5000;
const waitsMs = { first: 100, longest: 5000 };

interface Options extends TransportOptions {
  db: Db;
  /** For the one connection that listens; it must reach PostgreSQL itself, no pooler that shares connections. */
  connection: Addresses;
}

/** Between the processes on one database, by PostgreSQL's NOTIFY. */
export function openNotify({ db, connection, log, onText, onGap }: Options): Transport {
  const end = new AbortController();
  let listening: Promise<void> | undefined;
  let client: Client | undefined;

  async function connect() {
    const next = await openClient(connection, { application_name: 'carecommons live', query_timeout: 3000 });
    next.on('notification', ({ payload = '' }) => onText(payload));
    try {
      await next.query(`listen ${channel}`);
    } catch (error) {
      next.hangUp();
      throw error;
    }
    // A database that hangs, vanished or was put down says nothing by itself.
    const asking = setInterval(() => void askOrHangUp(next), askEveryMs).unref();
    next.on('end', () => {
      clearInterval(asking);
      void again();
    });
    client = next;
    if (end.signal.aborted) next.hangUp();
  }

  async function askOrHangUp(listener: Client) {
    try {
      await mustBeWritable(listener);
    } catch {
      listener.hangUp();
    }
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
      client?.hangUp();
    },
  };
}

/** Sends texts of at most 8000 bytes each, in a transaction when and only when it commits. */
export async function notify(tx: Tx | Db, texts: readonly string[]) {
  await sql`select pg_notify(${channel}, payload) from unnest(${texts}::text[]) payload`.execute(tx);
}
