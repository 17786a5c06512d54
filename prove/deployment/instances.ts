import { availableParallelism } from 'node:os';
import { mixedLoad } from '../tools/mixed-load.ts';
import { openLoop } from '../tools/open-loop.ts';
import { peakOf } from '../tools/peak.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { withServers } from '../tools/two-servers.ts';

// Two servers, the clients of each, and a database for both.
const coresWanted = 6;
const goal = 1.7;

/**
 * The throughput of two servers compared to one on the same database, each with its own clients. With fewer cores than all of
 * them need, it shows how they share these, not what two machines would achieve.
 */
export async function instances(size: Size): Promise<Figure> {
  return await withServers(2, async (servers, owner) => {
    const { kinds } = await mixedLoad(servers[0] as string, owner);
    const ask = async (asked: string[], rate: number, seconds: number) => {
      const outcomes = await Promise.all(
        asked.map((server) => openLoop({ server, kinds, rate: rate / asked.length, seconds, connections: 500 })),
      );
      return outcomes.reduce((sum, { good }) => sum + good.count, 0);
    };
    // Until everything is compiled.
    await ask(servers, 400, sized(size, 2, 8, 8));
    const [one, two] = [servers.slice(0, 1), servers];
    const each = sized(size, 1, 4, 4);
    const peak = { one: 0, two: 0 };
    for (let lap = 0; lap < sized(size, 1, 2, 2); lap++) {
      peak.one = Math.max(peak.one, await peakOf((rate, seconds) => ask(one, rate, seconds), each));
      peak.two = Math.max(peak.two, await peakOf((rate, seconds) => ask(two, rate, seconds), each));
    }
    const cores = availableParallelism();
    const ratio = Math.round((peak.two / peak.one) * 100) / 100;
    return {
      figure: 'two servers on one database against one: requests answered well in a second',
      value: { one: Math.round(peak.one), two: Math.round(peak.two), ratio, cores, enough_cores: cores >= coresWanted },
      target: `ratio >= ${goal} with ${coresWanted} cores or more; with fewer it cannot be shown`,
      ok: peak.one > 0 && peak.two > 0,
      fast: ratio >= goal || cores < coresWanted,
    };
  });
}
