import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before a server that is measured (--import): tells over the pipe, when asked, how long its event loop was held at
// the longest since it was asked before, and what it keeps in memory. A tick a millisecond is the measure; the processor
// time between two ticks says what the loop itself did, however long the machine let it wait.

export interface Watched {
  /** Milliseconds from one tick to the next, and of processor time in between, at the longest. */
  held: number;
  worked: number;
  /** Milliseconds of processor time in all. */
  spent: number;
  /** Bytes: of the whole process, and of what is alive in it. */
  rss: number;
  heap: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: object) => void;

const longest = { held: 0, worked: 0 };
const cpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let last = { at: performance.now(), cpu: cpu() };
let spent = last.cpu;
setInterval(() => {
  const now = { at: performance.now(), cpu: cpu() };
  longest.held = Math.max(longest.held, now.at - last.at);
  longest.worked = Math.max(longest.worked, now.cpu - last.cpu);
  last = now;
}, 1).unref();

process.on('message', (asked) => {
  if (asked !== 'watch') return;
  const said = { ...longest, spent: cpu() - spent };
  Object.assign(longest, { held: 0, worked: 0 });
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ watched: { ...said, rss, heap: heapUsed + external } satisfies Watched });
  last = { at: performance.now(), cpu: cpu() };
  spent = last.cpu;
});
process.channel?.unref();
