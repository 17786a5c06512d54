import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before a measured server (--import): on request, reports over IPC the longest block of its event loop since the last
// request, and its memory. A timer ticks every millisecond; the processor time between two ticks shows what the loop itself did,
// however long the machine made it wait.

export interface Watched {
  /** The longest interval between two ticks in milliseconds, and the most processor time in one. */
  held: number;
  worked: number;
  /** Milliseconds of processor time in total. */
  spent: number;
  /** Bytes: of the whole process, and of its live heap. */
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
