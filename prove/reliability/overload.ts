import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '../tools/haproxy.ts';
import { mixedLoad } from '../tools/mixed-load.ts';
import { openLoop, type Outcome } from '../tools/open-loop.ts';
import { peakOf } from '../tools/peak.ts';
import { commandOn, runOn } from '../tools/processors.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { withServers } from '../tools/two-servers.ts';

const times = 5;
const connections = 1000;
/** The number of concurrent requests that a load balancer passes to a server, and how many more it queues. */
const queue = { atOnce: 24, waiting: 64 };

/** R15, F22: the server alone, which refuses what exceeds its capacity. */
export const overload = async (size: Size) =>
  await overloaded('R15 overload of the server alone', size, async (server) => ({
    address: server,
    close: async () => {},
  }));

/**
 * The same behind a load balancer that passes it a few requests at a time, queues some and refuses the rest, as in
 * docs/operations.
 */
export const overloadBalanced = async (size: Size) =>
  await overloaded('R15 overload behind a balancer', size, async (server) => await startBalancer([server], { queue }));

/**
 * Five times the server's capacity, from clients that do not wait for each other. Measures how much of its peak it still
 * achieves, how soon the rest is refused, and when it has recovered; and whether it refuses anything under a low load on a
 * machine that is busy with other work. The server and its database have their own processors, the balancer and the clients
 * the others.
 */
async function overloaded(
  figure: string,
  size: Size,
  openBefore: (server: string) => Promise<{ address: string; close: () => Promise<void> }>,
): Promise<Figure> {
  runOn('product');
  try {
    return await withServers(1, async ([server = ''], owner) => {
      runOn('clients');
      const { kinds } = await mixedLoad(server, owner);
      const front = await openBefore(server);
      const run = (rate: number, seconds: number) =>
        openLoop({ server: front.address, kinds, rate, seconds, connections });
      // Until everything is compiled.
      await run(400, sized(size, 2, 8, 8));
      const peak = await peakOf(async (rate, seconds) => (await run(rate, seconds)).good.count, sized(size, 1, 4, 4));
      const storm = await run(peak * times, sized(size, 5, 15, 60));
      const after = await run(peak * 0.3, sized(size, 3, 10, 10));
      const starved = await whileStarved(() => run(10, 5));
      await front.close();
      const calm = after.goodOfSecond.findIndex((good) => good >= peak * 0.3 * 0.9);
      const recovery = calm < 0 ? Infinity : calm + 1;
      const ofPeak = Math.round((perSecond(storm) / peak) * 100) / 100;
      return {
        figure: `${figure}: answered well of its peak, ms until refused, seconds until all is well again`,
        value: {
          peak: Math.round(peak),
          offered: Math.round(peak * times),
          goodput: Math.round(perSecond(storm)),
          of_peak: ofPeak,
          answered: storm.good,
          shed: storm.shed,
          clients_late: storm.late,
          failed: failed(storm),
          recovery,
          refused_when_only_starved: starved.shed.count + failed(starved),
        },
        target: 'of_peak >= 0.8, shed p99 < 50, 0 failed, recovery <= 10, none refused when only starved',
        ok: peak > 0 && storm.sent > 0,
        fast:
          ofPeak >= 0.8 &&
          storm.shed.p99 < 50 &&
          failed(storm) === 0 &&
          recovery <= 10 &&
          starved.shed.count + failed(starved) === 0,
      };
    });
  } finally {
    runOn('all');
  }
}

/** Successful answers per second, without the first second, in which clients connect. */
function perSecond({ goodOfSecond }: Outcome) {
  return goodOfSecond.slice(1).reduce((sum, one) => sum + one, 0) / (goodOfSecond.length - 1);
}

/** Neither successful nor refused. */
export const failed = ({ sent, good, shed }: Outcome) => sent - good.count - shed.count;

/** Runs something while other programs want more of the product's processors than there is. */
async function whileStarved<T>(work: () => Promise<T>): Promise<T> {
  const [command, ...args] = commandOn('product', process.execPath, '-e', 'for (;;);');
  const spinning = Array.from({ length: 8 }, () => spawn(command, args, { stdio: 'ignore' }));
  await sleep(200);
  try {
    return await work();
  } finally {
    for (const child of spinning) child.kill('SIGKILL');
  }
}
