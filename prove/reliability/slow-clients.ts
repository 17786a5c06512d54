import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../tools/figure.ts';
import { withTwoServers } from '../tools/two-servers.ts';

const sockets = 500;
const longestMs = 15_000;

/** C39: how long clients survive that never finish or never start their headers, and how others are affected. */
export async function slowClients(): Promise<Figure> {
  return await withTwoServers(async ([server]) => {
    const { hostname, port } = new URL(server);
    const before = await healthy(server, 2000);
    const began = performance.now();
    const cut: number[] = [];
    const open = Array.from({ length: sockets }, (_, n) => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      const drip = (text: string) => n % 10 !== 0 && socket.write(text);
      drip('GET / HTTP/1.1\r\nhost: localhost\r\n');
      const dripping = setInterval(() => drip('x-more: 1\r\n'), 1000);
      socket.resume().once('close', () => {
        clearInterval(dripping);
        cut.push(performance.now() - began);
      });
      return socket;
    });
    const during = await healthy(server, 8000);
    while (cut.length < sockets && performance.now() - began < 2 * longestMs) await sleep(100);
    for (const socket of open) socket.destroy();
    const last = Math.round(cut.length < sockets ? Infinity : Math.max(...cut));
    return {
      figure: 'C39 slow clients: when the last is cut, and the p99 of others before and during, in ms',
      value: { sockets, cut: cut.length, last, p99_before: before.p99, p99_during: during.p99, failed: during.failed },
      target: `all cut within ${longestMs}, 0 failed, p99 during < 2 x before or < 50`,
      ok: cut.length === sockets && during.failed === 0,
      fast: last <= longestMs && (during.p99 < 2 * before.p99 || during.p99 < 50),
    };
  });
}

/** Sends requests one after the other for some time. */
export async function healthy(server: string, forMs: number) {
  const took: number[] = [];
  let failed = 0;
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const began = performance.now();
    const answer = await fetch(`${server}/speciality/`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok !== true) failed += 1;
    took.push(performance.now() - began);
  }
  const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Infinity;
  return { p99: Math.round(p99 * 10) / 10, failed };
}
