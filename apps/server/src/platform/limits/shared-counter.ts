import { LRUCache } from 'lru-cache';
import type { Redis } from '../redis/redis.ts';

// Beyond the end of a window, for those whose clock is a little behind.
const keptSeconds = 60;

/** Those who are counted by one command. */
interface Batch {
  size: number;
  /** The number of the last of them; undefined where Redis is away. */
  last: Promise<number | undefined>;
}

export type SharedCounter = ReturnType<typeof openSharedCounter>;

/**
 * What all processes count together in windows of time: a hash in Redis for each window, with a field for each counter. Everybody
 * who is counted gets a number that nobody else has. Who comes in one turn of the loop is counted by one command.
 */
export function openSharedCounter(redis: Redis) {
  const batches = new Map<string, Batch>();
  // Those which have been told when to go, by this process.
  const expiring = new LRUCache<string, true>({ max: 1000 });

  async function count(id: string, counter: string, key: string, seconds: number) {
    // What else has come with it is read first.
    await new Promise(setImmediate);
    const { size } = batches.get(id) as Batch;
    batches.delete(id);
    try {
      if (expiring.has(key)) return await redis.ask((there) => there.hIncrBy(key, counter, size));
      // The first of a process in a window: both or none, so that nothing stays for ever.
      const [last] = await redis.ask((there) =>
        there
          .multi()
          .hIncrBy(key, counter, size)
          .expire(key, seconds + keptSeconds)
          .execTyped(),
      );
      expiring.set(key, true);
      return last;
    } catch {
      return undefined;
    }
  }

  return {
    /** The number of this one among all of its window of so many seconds, over all processes; undefined where Redis is away. */
    async next(counter: string, window: number, seconds = 60): Promise<number | undefined> {
      const key = `${redis.prefix}:requests:${seconds}:${window}`;
      const id = `${key} ${counter}`;
      const batch = batches.get(id) ?? { size: 0, last: count(id, counter, key, seconds) };
      batches.set(id, batch);
      const index = (batch.size += 1);
      const last = await batch.last;
      return last === undefined ? undefined : last - batch.size + index;
    },
  };
}
