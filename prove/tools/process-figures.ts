import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds in memory, in MB (VmRSS). */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 102.4) / 10;
}

/** How many descriptors it has open. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** By how much a value rises with each minute, by the straight line that fits best. */
export function slopeOf(points: { minute: number; value: number }[]): number {
  const mean = (of: (point: { minute: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [minute, value] = [mean((point) => point.minute), mean((point) => point.value)];
  const spread = mean((point) => (point.minute - minute) ** 2);
  return spread === 0 ? 0 : mean((point) => (point.minute - minute) * (point.value - value)) / spread;
}
