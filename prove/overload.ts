import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from './haproxy.ts';
import { mixedLoad } from './mixed-load.ts';
import { openLoop, type Outcome } from './open-loop.ts';
import { peakOf } from './peak.ts';
import { openRefuser } from './refuser.ts';
import type { Figure, Size } from './run.ts';
import { withServers } from './two-servers.ts';

const times = 5;
const connections = 1000;
/** What a balancer hands a server at a time. */
const atOnce = 24;

/**
 * R15, F22: five times what the server can do, from clients that do not wait for each other. What it still gets done, how soon it
 * refuses the rest, when all is well again; and whether it refuses anything where little is asked, but the machine is busy with
 * something else.
 *
 * Here the clients have the same processors as the server and its database, and five times as many of them take five times as
 * much. So what it gets done is held against what it does while the very same clients send all that is too much to a bare server
 * that refuses it (`beside`); `of_peak` is against its peak with the processors nearly to itself. Printed beside
 * that is what it gets done behind a balancer that hands it a few requests at a time and refuses the rest by itself (`behind_balancer`).
 */
export async function overload({ full }: Size): Promise<Figure> {
  return await withServers(1, async ([server = ''], owner) => {
    const { kinds } = await mixedLoad(server, owner);
    const run = (rate: number, seconds: number, at = server) =>
      openLoop({ server: at, kinds, rate, seconds, connections });
    // Until everything is compiled.
    await run(400, 8);
    const peak = await peakOf(async (rate, during) => (await run(rate, during)).good.count);
    const seconds = full ? 60 : 15;
    const refuser = await openRefuser();
    const beside = async () => {
      const tooMuch = openLoop({ server: refuser.address, kinds, rate: peak * (times - 1), seconds, connections });
      const [all] = await Promise.all([run(peak, seconds), tooMuch]);
      return perSecond(all);
    };
    const before = await beside();
    const storm = await run(peak * times, seconds);
    const balancer = await startBalancer([server], { atOnce });
    const behind = await run(peak * times, seconds, balancer.address);
    await balancer.close();
    const after = await run(peak * 0.3, 10);
    const possible = (before + (await beside())) / 2;
    await refuser.close();
    const calm = after.goodOfSecond.findIndex((good) => good >= peak * 0.3 * 0.9);
    const starved = await whileStarved(() => run(10, 5));
    const goodput = perSecond(storm);
    const ratio = rounded(goodput / possible);
    const recovery = calm < 0 ? Infinity : calm + 1;
    return {
      figure: 'R15 overload: answered well of what it can, ms until refused, seconds until all is well again',
      value: {
        peak: Math.round(peak),
        offered: Math.round(peak * times),
        goodput: Math.round(goodput),
        beside: Math.round(possible),
        ratio,
        of_peak: rounded(goodput / peak),
        answered: storm.good,
        shed: storm.shed,
        clients_late: storm.late,
        behind_balancer: {
          goodput: Math.round(perSecond(behind)),
          ratio: rounded(perSecond(behind) / possible),
          of_peak: rounded(perSecond(behind) / peak),
          answered: behind.good,
          shed: behind.shed,
          clients_late: behind.late,
          failed: failed(behind),
        },
        failed: failed(storm),
        recovery,
        refused_when_only_starved: starved.shed.count + failed(starved),
      },
      target: 'ratio >= 0.8, shed p99 < 50, recovery <= 10, none refused when only starved',
      ok:
        ratio >= 0.8 &&
        storm.shed.p99 < 50 &&
        failed(storm) === 0 &&
        failed(behind) === 0 &&
        recovery <= 10 &&
        starved.shed.count + failed(starved) === 0,
    };
  });
}

const rounded = (ratio: number) => Math.round(ratio * 100) / 100;

/** Answered well in a second, but for the first, in which they connect. */
function perSecond({ goodOfSecond }: Outcome) {
  return goodOfSecond.slice(1).reduce((sum, one) => sum + one, 0) / (goodOfSecond.length - 1);
}

/** Neither answered well nor refused. */
export const failed = ({ sent, good, shed }: Outcome) => sent - good.count - shed.count;

/** Does something while other programs want more of the processors than there is. */
async function whileStarved<T>(work: () => Promise<T>): Promise<T> {
  const spinning = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  await sleep(200);
  try {
    return await work();
  } finally {
    for (const child of spinning) child.kill('SIGKILL');
  }
}
