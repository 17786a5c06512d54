import { type Requester, openTimeBudget, openWorkQueue } from '../limits/limits.ts';

// Pictures and PDFs of uploads wait for each other: decoded, each takes its memory once.
const queue = openWorkQueue(8, 2);
// A hundred large scans at once.
const budget = openTimeBudget({ atOnce: 300_000, hourly: 600_000 });

/**
 * Decodes a file of somebody's when it is its turn. Throws 429 where they have used up their time or have another one waiting, 503 where
 * too many wait, and what `work` throws.
 */
export async function costlyFile<T>(requester: Requester | undefined, work: () => Promise<T>): Promise<T> {
  if (requester !== undefined) budget.check(requester);
  return await queue.run(requester, async () => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      if (requester !== undefined) budget.charge(requester, performance.now() - began);
    }
  });
}
