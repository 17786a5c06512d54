import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from './two-servers.ts';

/** Limits are enabled, and everybody has a separate address. */
export const limitsOn = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' };
export const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });

const readsEveryMs = 60;
const previewsEveryMs = 150;

/** The latencies of ordinary requests meanwhile, in milliseconds. */
export interface Noticed {
  reads: number;
  reads_p99: number;
  previews: number;
  previews_p99: number;
  refused: number;
}

/** Somebody who reads the directory and previews a short article, from a separate address, while `work` runs. */
export async function besideBystander<T>(server: string, { token }: Person, work: () => Promise<T>) {
  const told = { toStop: false };
  let refused = 0;
  async function repeat(everyMs: number, ask: () => Promise<Response>) {
    const times: number[] = [];
    while (!told.toStop) {
      const began = performance.now();
      const answer = await ask().catch(() => undefined);
      await answer?.arrayBuffer();
      times.push(performance.now() - began);
      if (answer?.status !== 200) refused += 1;
      await sleep(Math.max(0, everyMs - (performance.now() - began)));
    }
    return times;
  }
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...from(1) };
  const reads = repeat(readsEveryMs, () => fetch(`${server}/providers/`, { headers: from(1) }));
  const previews = repeat(previewsEveryMs, () =>
    fetch(`${server}/apis/blogs/preview/`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Hello *world*' }),
    }),
  );
  const result = await work().finally(() => (told.toStop = true));
  const [read, previewed] = await Promise.all([reads, previews]);
  const noticed: Noticed = {
    reads: read.length,
    reads_p99: p99(read),
    previews: previewed.length,
    previews_p99: p99(previewed),
    refused,
  };
  return { result, noticed };
}

function p99(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0);
}

/** The processor time that a process has used so far, in milliseconds. */
export function processorMsOf(pid: number): number {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) * 10;
}
