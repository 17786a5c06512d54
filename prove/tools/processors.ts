import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Part = 'product' | 'clients' | 'all';

/**
 * Pins this process, and every process that it starts, to half of the processors: one half for the product and its database,
 * the other for their clients, which have their own machines in practice. Linux only.
 */
export function runOn(part: Part) {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processorsOf(part), String(process.pid)], {
    stdio: 'ignore',
  });
}

/** The command that runs a program on those processors. */
export const commandOn = (part: Part, ...command: [string, ...string[]]) =>
  ['taskset', '--cpu-list', processorsOf(part), ...command] as const;

// The processors that this process had at its start.
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
