import { mixedLoad } from '../tools/mixed-load.ts';
import { openLoop } from '../tools/open-loop.ts';
import { failed } from './overload.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { withServers } from '../tools/two-servers.ts';

const rate = 1000;
const longestMs = 150;

/**
 * R16: a fixed rate of requests, nine reads to one write, from clients that do not wait for each other; none fails, and all
 * are answered soon.
 */
export async function load(size: Size): Promise<Figure> {
  return await withServers(1, async ([server = ''], owner) => {
    const { kinds } = await mixedLoad(server, owner);
    const run = (seconds: number, often = rate) => openLoop({ server, kinds, rate: often, seconds, connections: 200 });
    // Until everything is compiled.
    await run(5, rate / 2);
    await run(5);
    const steady = await run(sized(size, 5, 20, 60));
    return {
      figure: 'R16 steady mixed load: ms at most, and failures',
      value: { rate, answered: steady.good, refused: steady.shed.count, failed: failed(steady) },
      target: `p99 < ${longestMs} at ${rate} a second, 0 refused or failed`,
      ok: steady.good.count > 0,
      fast: steady.good.p99 < longestMs && steady.good.count === steady.sent,
    };
  });
}
