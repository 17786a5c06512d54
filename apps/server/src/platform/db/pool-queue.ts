import type pg from 'pg';
import { Problem } from '../errors/errors.ts';

// Who would have to wait longer for a connection is refused at once: the answer would come too late for its reader.
const longestWaitMs = 1500;
// So few may always wait: a crowd for one visit at a server that has just started is no overload.
const fewest = 100;
// How long a connection is held is known from about the last second: what was a second before counts a third of what is now.
const memoryMs = 1000;

/**
 * The connections of a pool, for which no more wait than it can serve soon, as how long connections are held tells, also those
 * that are held just now: a disk that stops for a moment refuses nobody, one that does not go on does. The function throws
 * `busy` at once then.
 */
export function shortQueue(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const held = new Map<pg.PoolClient, number>();
  let used = { at: performance.now(), count: 0, ms: 0 };

  /** What was used lately, as it counts now. */
  function lately(now: number) {
    const left = Math.exp((used.at - now) / memoryMs);
    return { at: now, count: used.count * left, ms: used.ms * left };
  }

  pool.on('acquire', (client) => held.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    const now = performance.now();
    const { count, ms } = lately(now);
    used = { at: now, count: count + 1, ms: ms + now - (held.get(client) ?? now) };
    held.delete(client);
  });
  pool.on('remove', (client) => held.delete(client));

  /** How long somebody who comes now would wait, in milliseconds. */
  function expectedWait() {
    if (pool.waitingCount < fewest) return 0;
    const now = performance.now();
    let { count, ms } = lately(now);
    for (const since of held.values()) {
      count += 1;
      ms += now - since;
    }
    return (pool.waitingCount * ms) / Math.max(1, count) / pool.options.max;
  }

  return async () => {
    if (expectedWait() > longestWaitMs) throw new Problem('busy', { headers: { 'retry-after': '2' } });
    return await pool.connect();
  };
}
