import type pg from 'pg';
import { Problem } from './problem.ts';

// Who would have to wait longer for a connection is refused at once: the answer would come too late for its reader.
const longestWaitMs = 1500;
// So few may always wait: a crowd for one visit at a server that has just started is no overload.
const fewest = 100;
// How much the newest use of a connection counts in how long one takes on average.
const weight = 0.05;

/**
 * Lets no more wait for a connection of the pool than it can serve soon, as how long connections are held tells, also those
 * that are held just now. `connect` then throws `busy` at once.
 */
export function boundQueue(pool: pg.Pool) {
  const held = new Map<pg.PoolClient, number>();
  let average = 0;
  pool.on('acquire', (client) => held.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    const took = performance.now() - (held.get(client) ?? performance.now());
    held.delete(client);
    average += (took - average) * weight;
  });
  pool.on('remove', (client) => held.delete(client));

  /** How long somebody who comes now would wait, in milliseconds. */
  function expectedWait() {
    if (pool.waitingCount < fewest) return 0;
    const now = performance.now();
    let ages = 0;
    for (const since of held.values()) ages += now - since;
    const each = Math.max(average, ages / Math.max(1, held.size));
    return (pool.waitingCount * each) / pool.options.max;
  }

  const connect = pool.connect.bind(pool);
  pool.connect = (async () => {
    if (expectedWait() > longestWaitMs) throw new Problem('busy', { headers: { 'retry-after': '2' } });
    return await connect();
  }) as typeof pool.connect;
}
