import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ErrorReply } from '@redis/client';
import type { Logger } from '../log/log.ts';

// Nothing asked was answered over so many looks: it hangs. So nothing waits for longer than 750 ms.
const lookEveryMs = 250;
const looksWithoutAnswer = 2;
const connectMs = 1000;
const waitsMs = { first: 100, longest: 1000 };

interface Subscriber {
  channel: string;
  onText: (text: string) => void;
  /** The connection broke: what is said from now on is not heard. */
  onLost: () => void;
  /** It is there again. */
  onBack: () => void;
}

export type Redis = ReturnType<typeof openRedis>;

type Client = ReturnType<typeof clientOf>;

const hangs = { code: 'HANGS' };

/** What is thrown at once while Redis is away; nothing ever waits for it to come back. */
export class RedisAway extends Error {}

function clientOf(url: string) {
  return createClient({
    url,
    name: 'carecommons',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // Its own time-out ends when a command is written, so a server that hangs would hold it for ever: we look ourselves.
    commandOptions: { timeout: 0 },
    // Whether and when it connects again is decided below, for one that hangs alike.
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });
}

/**
 * The one connection to Valkey or Redis, kept and made again: for commands and, as RESP3 allows, for what is heard. It is a
 * helper that may go at any time: a command fails at once while it is away, and within 750 ms where it hangs.
 */
export function openRedis(url: string, prefix: string, log: Logger) {
  const subscribers = new Set<Subscriber>();
  const loggedReasons = new Set<string>();
  const end = new AbortController();
  let client: Client | undefined;
  let asked = 0;
  let answered = 0;
  const opened = new Promise<void>((resolve) => void keepTrying(resolve));

  async function connect() {
    const next = clientOf(url);
    let fault: unknown;
    next.on('error', (error) => {
      fault ??= error;
      lose(next, error);
    });
    const late = setTimeout(() => {
      fault = hangs;
      drop(next);
    }, connectMs);
    try {
      await next.connect();
      for (const { channel, onText } of subscribers) await next.subscribe(channel, onText);
    } catch (error) {
      drop(next);
      throw fault ?? error;
    } finally {
      clearTimeout(late);
    }
    if (end.signal.aborted) return drop(next);
    if (!next.isReady) throw fault ?? hangs;
    client = next;
    lookAfter(next);
  }

  /** Until it is there, or not wanted any more; `tried` is called when the first try is over. */
  async function keepTrying(tried = () => {}) {
    const { signal } = end;
    for (
      let wait = waitsMs.first;
      client === undefined && !signal.aborted;
      wait = Math.min(wait * 2, waitsMs.longest)
    ) {
      await connect().catch(logFailure);
      tried();
      if (client === undefined) await sleep(wait, undefined, { ref: false, signal }).catch(() => {});
    }
    if (client === undefined) return;
    if (loggedReasons.size > 0) log.info({}, 'Redis is there again');
    loggedReasons.clear();
    for (const { onBack } of subscribers) onBack();
  }

  /** Once that it is away, and once for each reason for which it refuses, however many commands fail by it. */
  function logFailure(error: unknown) {
    const refused = error instanceof ErrorReply ? /^[A-Z]+/.exec(error.message)?.[0] : undefined;
    const reason = refused ?? 'away';
    if (end.signal.aborted || loggedReasons.has(reason)) return;
    loggedReasons.add(reason);
    const code = refused ?? (error as { code?: string }).code;
    log.warn({ code }, 'Redis is away, or refuses: limits count for each process, live events go through PostgreSQL');
  }

  function lose(lost: Client, error: unknown) {
    if (client !== lost) return;
    client = undefined;
    drop(lost);
    logFailure(error);
    for (const { onLost } of subscribers) onLost();
    void keepTrying();
  }

  /** As long as this connection stands: whoever hangs is left, and who was asked nothing is asked for a sign of life. */
  function lookAfter(current: Client) {
    let last = { at: performance.now(), answered };
    let without = 0;
    const timer = setInterval(() => {
      if (client !== current) return clearInterval(timer);
      const now = { at: performance.now(), answered };
      // Where our own loop was held up, that says nothing about the other side.
      const onTime = now.at - last.at < 2 * lookEveryMs;
      without = onTime && asked > answered && now.answered === last.answered ? without + 1 : 0;
      last = now;
      if (without === looksWithoutAnswer) return lose(current, hangs);
      if (asked === answered) void ask((there) => there.ping()).catch(() => {});
    }, lookEveryMs).unref();
  }

  async function ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (client === undefined) throw new RedisAway();
    asked += 1;
    try {
      return await work(client);
    } catch (error) {
      // It is there, and refuses: what it may not do, or has no memory for.
      if (client !== undefined) logFailure(error);
      throw error;
    } finally {
      answered += 1;
    }
  }

  return {
    /** Begins every key and channel, so that several installations may share one server. */
    prefix,

    /** Resolves once the first try to connect has gone well or not. */
    opened,

    isThere: () => client !== undefined,

    /** Asks it for something. Throws RedisAway, or what it answers, or after 750 ms where it hangs. */
    ask,

    /** Hears a channel from now on, over every connection that comes; one that is away just now is lost at once. */
    async subscribe(subscriber: Subscriber) {
      subscribers.add(subscriber);
      const current = client;
      if (current === undefined) return subscriber.onLost();
      const { channel, onText } = subscriber;
      await ask((there) => there.subscribe(channel, onText)).catch((error: unknown) => lose(current, error));
    },

    close() {
      end.abort();
      const last = client;
      client = undefined;
      if (last !== undefined) drop(last);
    },
  };
}

function drop(client: Client) {
  // It throws where it has ended by itself.
  if (client.isOpen) client.destroy();
}
