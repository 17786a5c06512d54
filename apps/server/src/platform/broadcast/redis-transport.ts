import type { Transport, TransportOptions } from './transport.ts';
import type { Redis } from '../redis/redis.ts';

interface Options extends TransportOptions {
  redis: Redis;
  /** It is away: what others say there is not heard from now on. */
  onLost: () => void;
}

/** Between the processes that share a Redis, by its PUBLISH. */
export function openPublish({ redis, onText, onGap, onLost }: Options): Transport {
  const channel = `${redis.prefix}:live`;
  let listening: Promise<void> | undefined;

  return {
    listen() {
      listening ??= redis.subscribe({ channel, onText, onLost, onBack: onGap });
      return listening;
    },
    async send(texts) {
      await Promise.all(texts.map((text) => redis.ask((there) => there.publish(channel, text))));
    },
    async close() {
      // The connection is not ours alone.
    },
  };
}
