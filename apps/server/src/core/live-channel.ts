import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Addresses, hangUp, mustBeWritable, openClient } from './db-addresses.ts';
import type { Db, Tx } from './db.ts';
import type { Logger } from './log.ts';

/** An event for the watchers of a topic, or `undefined` for what is too large to travel: they fetch it. */
type Entry = [topic: string, event: unknown];

const channel = 'live';
// What is published within this time goes to the other processes together.
const batchMs = 20;
// PostgreSQL takes 8000 bytes at a time.
const bytesAtOnce = 7900;
// What came meanwhile is missed, and told as such, when the next connection stands.
const askEveryMs = 5000;
const waitsMs = { first: 100, longest: 5000 };

interface Options {
  db: Db;
  /** For the one connection that listens; it must reach PostgreSQL itself, no pooler that shares connections. */
  connection: Addresses;
  log: Logger;
  onEvent: (topic: string, event: unknown) => void;
  /** Events of other processes may have been missed. */
  onGap: () => void;
}

/** What the processes on one database tell each other, by batched NOTIFY. */
export function openChannel({ db, connection, log, onEvent, onGap }: Options) {
  const self = randomUUID();
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<void> | undefined;
  let client: pg.Client | undefined;
  const end = new AbortController();

  /** One batch after the other: so they arrive in the order in which they were published. */
  async function flush() {
    const entries = waiting;
    waiting = [];
    try {
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads(self, entries)}::text[]) payload`.execute(
        db,
      );
    } catch (error) {
      // Who missed these notices the gap, at the latest when the page loads anew.
      if (!end.signal.aborted)
        log.warn({ code: (error as { code?: string }).code, count: entries.length }, 'live events not passed on');
    }
    timer = waiting.length === 0 ? undefined : setTimeout(() => void flush(), batchMs);
  }

  function hear({ payload = '' }: pg.Notification) {
    const [from, ...entries] = JSON.parse(payload) as [string, ...Entry[]];
    if (from !== self) for (const [topic, event] of entries) onEvent(topic, event);
  }

  async function connect() {
    const next = await openClient(connection, { application_name: 'carecommons live', query_timeout: 3000 });
    next.on('notification', hear);
    try {
      await next.query(`listen ${channel}`);
    } catch (error) {
      hangUp(next);
      throw error;
    }
    // A database that hangs, vanished or was put down says nothing by itself.
    const asking = setInterval(() => void askOrHangUp(next), askEveryMs).unref();
    next.on('end', () => {
      clearInterval(asking);
      void again();
    });
    client = next;
    if (end.signal.aborted) hangUp(next);
  }

  async function askOrHangUp(listener: pg.Client) {
    try {
      await mustBeWritable(listener);
    } catch {
      hangUp(listener);
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
    /** Begins to hear the other processes; the connection is kept, and made again when it breaks. */
    listen(): Promise<void> {
      listening ??= connect().catch(again);
      return listening;
    },

    /** Tells the other processes, together with what else is published in these milliseconds. */
    tell(topic: string, event: unknown) {
      waiting.push(entryText(topic, event));
      timer ??= setTimeout(() => void flush(), batchMs);
    },

    async close() {
      end.abort();
      if (waiting.length > 0) await flush();
      clearTimeout(timer);
      if (client !== undefined) hangUp(client);
    },
  };
}

/** Tells all processes, this one too, when and only when the transaction commits. For what happens rarely. */
export async function announce(tx: Tx | Db, topic: string, event: unknown) {
  const [payload] = payloads('', [entryText(topic, event)]);
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
}

function entryText(topic: string, event: unknown) {
  const text = JSON.stringify([topic, event]);
  return Buffer.byteLength(text) > bytesAtOnce - 50 ? JSON.stringify([topic]) : text;
}

/** As few texts as hold the entries. */
function payloads(from: string, entries: readonly string[]) {
  const made: string[][] = [];
  let size = bytesAtOnce;
  for (const entry of entries) {
    const more = Buffer.byteLength(entry) + 1;
    if (size + more > bytesAtOnce) {
      made.push([JSON.stringify(from)]);
      size = 42;
    }
    made.at(-1)?.push(entry);
    size += more;
  }
  return made.map((texts) => `[${texts.join(',')}]`);
}
