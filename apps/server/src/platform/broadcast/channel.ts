import { randomUUID } from 'node:crypto';
import type { Addresses, Db, Tx } from '../db/db.ts';
import { notify, openNotify } from './postgres-transport.ts';
import { openPublish } from './redis-transport.ts';
import type { Logger } from '../log/log.ts';
import type { Redis } from '../redis/redis.ts';

/** An event for the watchers of a topic, or `undefined` for what is too large to travel: they fetch it. */
type Entry = [topic: string, event: unknown];

// What is published within this time goes to the other processes together.
const batchMs = 20;
// PostgreSQL takes 8000 bytes at a time.
const bytesAtOnce = 7900;
// Whoever does not hear Redis says so every second, and is heard by its silence to be back.
const deafEveryMs = 1000;
const deafForMs = 3000;
const deafTopic = 'deaf';
const textsRemembered = 1000;

interface Options {
  db: Db;
  /** For the one connection that listens; it must reach PostgreSQL itself, no pooler that shares connections. */
  connection: Addresses;
  /** Undefined: everything goes by NOTIFY. */
  redis: Redis | undefined;
  log: Logger;
}

interface Listener {
  onEvent: (topic: string, event: unknown) => void;
  /** Events of other processes may have been missed. */
  onGap: () => void;
}

export type Channel = ReturnType<typeof openChannel>;

/**
 * What the processes of one installation tell each other, in batches: by Redis where there is one, else by NOTIFY. While
 * Redis is away, for the teller or for anybody who hears, it goes by NOTIFY.
 */
export function openChannel({ db, connection, redis, log }: Options) {
  const self = randomUUID();
  const listeners = new Set<Listener>();
  // What goes both ways is taken once.
  const taken = new Set<string>();
  const end = new AbortController();
  const onGap = () => {
    for (const listener of listeners) listener.onGap();
  };
  const byNotify = openNotify({ db, connection, log, onText: hear, onGap });
  const byRedis = redis && openPublish({ redis, log, onText: hear, onGap: hearAgain, onLost });
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sayingDeaf: NodeJS.Timeout | undefined;
  let batches = 0;
  let somebodyDeafUntil = 0;

  function hear(text: string) {
    const [id, ...entries] = JSON.parse(text) as [string, ...Entry[]];
    if (id.startsWith(self) || taken.has(id)) return;
    // What is announced has none, and the version before had one for all of its batches.
    if (id.includes(' ')) taken.add(id);
    if (taken.size > textsRemembered) taken.delete(taken.values().next().value as string);
    for (const [topic, event] of entries) {
      if (topic === deafTopic) somebodyDeafUntil = performance.now() + deafForMs;
      else for (const listener of listeners) listener.onEvent(topic, event);
    }
  }

  /** Redis is away for this process: the others learn it by the other way, and only then it is known what was missed. */
  function onLost() {
    clearInterval(sayingDeaf);
    const sayDeaf = async () => {
      await byNotify.send(textsOf([entryText(deafTopic, undefined)])).catch(() => {});
    };
    sayingDeaf = setInterval(() => void sayDeaf(), deafEveryMs).unref();
    void sayDeaf().then(onGap);
  }

  function hearAgain() {
    clearInterval(sayingDeaf);
    onGap();
  }

  const textsOf = (entries: readonly string[]) => packed(entries, () => `${self} ${++batches}`);

  async function pass(texts: string[]) {
    if (byRedis !== undefined) {
      const passed = await byRedis.send(texts).then(
        () => true,
        () => false,
      );
      if (passed && performance.now() > somebodyDeafUntil) return;
    }
    await byNotify.send(texts);
  }

  /** One batch after the other: so they arrive in the order in which they were published. */
  async function flush() {
    const entries = waiting;
    waiting = [];
    try {
      await pass(textsOf(entries));
    } catch (error) {
      // Who missed these notices the gap, at the latest when the page loads anew.
      if (!end.signal.aborted)
        log.warn({ code: (error as { code?: string }).code, count: entries.length }, 'live events not passed on');
    }
    timer = waiting.length === 0 ? undefined : setTimeout(() => void flush(), batchMs);
  }

  return {
    hear(listener: Listener) {
      listeners.add(listener);
    },

    /** Begins to hear the other processes; the connections are kept, and made again when they break. */
    async listen() {
      await Promise.all([byNotify.listen(), byRedis?.listen()]);
    },

    /** Tells the other processes, together with what else is published in these milliseconds. */
    broadcast(topic: string, event: unknown) {
      waiting.push(entryText(topic, event));
      timer ??= setTimeout(() => void flush(), batchMs);
    },

    async close() {
      end.abort();
      clearTimeout(timer);
      clearInterval(sayingDeaf);
      if (waiting.length > 0) await flush();
      clearTimeout(timer);
      await Promise.all([byNotify.close(), byRedis?.close()]);
    },
  };
}

/** Tells all processes, this one too, when and only when the transaction commits. For what happens rarely. */
export async function announce(tx: Tx | Db, topic: string, event: unknown) {
  await notify(
    tx,
    packed([entryText(topic, event)], () => ''),
  );
}

function entryText(topic: string, event: unknown) {
  const text = JSON.stringify([topic, event]);
  return Buffer.byteLength(text) > bytesAtOnce - 100 ? JSON.stringify([topic]) : text;
}

/** As few texts as hold the entries, each with an id of its own. */
function packed(entries: readonly string[], id: () => string) {
  const made: string[][] = [];
  let size = bytesAtOnce;
  for (const entry of entries) {
    const more = Buffer.byteLength(entry) + 1;
    if (size + more > bytesAtOnce) {
      made.push([JSON.stringify(id())]);
      size = 60;
    }
    made.at(-1)?.push(entry);
    size += more;
  }
  return made.map((texts) => `[${texts.join(',')}]`);
}
