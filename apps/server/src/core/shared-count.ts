import type { Redis } from './redis.ts';

const keptSeconds = 120;

/** Those who are counted by one command. */
interface Batch {
  size: number;
  /** The number of the last of them; undefined where Redis is away. */
  last: Promise<number | undefined>;
}

export type SharedCount = ReturnType<typeof openSharedCount>;

/**
 * What all processes count together by the minute: a hash in Redis for each minute, with a field for each counter. Everybody
 * who is counted gets a number that nobody else has. Who comes in one turn of the loop is counted by one command.
 */
export function openSharedCount(redis: Redis) {
  const batches = new Map<string, Batch>();
  let expiring = 0;

  async function count(id: string, counter: string, minute: number) {
    // What else has come with it is read first.
    await new Promise(setImmediate);
    const { size } = batches.get(id) as Batch;
    batches.delete(id);
    const key = `${redis.prefix}:requests:${minute}`;
    try {
      if (minute === expiring) return await redis.ask((there) => there.hIncrBy(key, counter, size));
      // The first of a process in a minute: both or none, so that nothing stays for ever.
      const [last] = await redis.ask((there) =>
        there.multi().hIncrBy(key, counter, size).expire(key, keptSeconds).execTyped(),
      );
      expiring = minute;
      return last;
    } catch {
      return undefined;
    }
  }

  return {
    /** The number of this one among all of its minute, over all processes; undefined where Redis is away. */
    async next(counter: string, minute: number): Promise<number | undefined> {
      const id = `${minute} ${counter}`;
      const batch = batches.get(id) ?? { size: 0, last: count(id, counter, minute) };
      batches.set(id, batch);
      const place = (batch.size += 1);
      const last = await batch.last;
      return last === undefined ? undefined : last - batch.size + place;
    },
  };
}
