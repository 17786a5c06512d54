import { mixedLoad } from './mixed-load.ts';
import { openLoop } from './open-loop.ts';
import { failed } from './overload.ts';
import type { Figure, Size } from './run.ts';
import { withServers } from './two-servers.ts';

const rate = 1000;
const longestMs = 150;

/** R16: nine reads to a write, so many a second, from clients that do not wait for each other; none fails, and all are soon answered. */
export async function load({ full }: Size): Promise<Figure> {
  return await withServers(1, async ([server = ''], owner) => {
    const { kinds } = await mixedLoad(server, owner);
    const run = (seconds: number, often = rate) => openLoop({ server, kinds, rate: often, seconds, connections: 200 });
    // Until everything is compiled.
    await run(5, rate / 2);
    await run(5);
    const steady = await run(full ? 60 : 20);
    return {
      figure: 'R16 steady mixed load: ms at most, and failures',
      value: { rate, answered: steady.good, refused: steady.shed.count, failed: failed(steady) },
      target: `p99 < ${longestMs} at ${rate} a second, 0 refused or failed`,
      ok: steady.good.p99 < longestMs && steady.good.count === steady.sent,
    };
  });
}
