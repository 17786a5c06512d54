import { readdirSync, readFileSync } from 'node:fs';

/** The resident memory of a process, in MB (VmRSS). */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 102.4) / 10;
}

/** The number of its open file descriptors. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** The slope of the best-fitting line, per minute. */
export function slopeOf(points: { minute: number; value: number }[]): number {
  const mean = (of: (point: { minute: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [minute, value] = [mean((point) => point.minute), mean((point) => point.value)];
  const spread = mean((point) => (point.minute - minute) ** 2);
  return spread === 0 ? 0 : mean((point) => (point.minute - minute) * (point.value - value)) / spread;
}
