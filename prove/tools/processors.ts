import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Part = 'product' | 'clients' | 'all';

/**
 * Says on which processors this process runs from now on, and with it every process that it starts: half of them are the product's and its
 * database's, the others their clients'. In life clients have machines of their own, and do not take the server's time. Linux alone.
 */
export function runOn(part: Part) {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processorsOf(part), String(process.pid)], {
    stdio: 'ignore',
  });
}

/** The command that runs a program on those processors. */
export const commandOn = (part: Part, ...command: [string, ...string[]]) =>
  ['taskset', '--cpu-list', processorsOf(part), ...command] as const;

// Those that this process was given when it began.
const given = /^Cpus_allowed_list:\s*(.+)$/m
  .exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  ?.split(',')
  .flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  }) as number[];

function processorsOf(part: Part) {
  const half = Math.floor(given.length / 2);
  const processors =
    half === 0 || part === 'all' ? given : part === 'product' ? given.slice(0, half) : given.slice(half);
  return processors.join(',');
}
