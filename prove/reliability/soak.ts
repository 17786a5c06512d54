import { setTimeout as sleep } from 'node:timers/promises';
import { mixedLoad } from '../tools/mixed-load.ts';
import { openLoop } from '../tools/open-loop.ts';
import { failed } from './overload.ts';
import { descriptorsOf, memoryOf, slopeOf } from '../tools/process-figures.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { withServers } from '../tools/two-servers.ts';

const rate = 200;
const lookEveryMs = 1000;

/** R17: the growth of a server's memory and descriptors under a continuous load. */
export async function soak(size: Size): Promise<Figure> {
  // Access tokens are valid for five minutes: each round has new people. V8 and the caches reach their size after about forty
  // minutes.
  const [warmingUp, minutes, ofRound] = sized(size, [0.1, 0.2, 0.1], [1, 2, 1], [40, 60, 4]);
  return await withServers(1, async ([server = ''], owner, _kill, _freeze, _stopAll, _restart, pidOf) => {
    const pid = pidOf(0);
    let bad = 0;
    const memory: { minute: number; value: number }[] = [];
    const descriptors: { minute: number; value: number }[] = [];
    let began = performance.now();
    const minute = () => (performance.now() - began) / 60_000;
    const run = async (of: number) => {
      for (let done = 0; done < of; done += ofRound) {
        const { kinds } = await mixedLoad(server, owner);
        bad += failed(await openLoop({ server, kinds, rate, seconds: ofRound * 60, connections: 50 }));
        // Without the connections of clients, whose number rises while the machine has other work.
        await sleep(2 * lookEveryMs);
        descriptors.push({ minute: minute(), value: descriptorsOf(pid) });
      }
    };
    await run(warmingUp);
    began = performance.now();
    descriptors.length = 0;
    const looking = setInterval(() => memory.push({ minute: minute(), value: memoryOf(pid) }), lookEveryMs);
    await run(minutes);
    clearInterval(looking);
    const inTenMinutes = Math.round(slopeOf(memory) * 100) / 10;
    const slope = Math.round(slopeOf(descriptors) * 100) / 100;
    return {
      figure: 'R17 soak: MB of memory more in ten minutes, descriptors more in a minute',
      value: {
        minutes,
        rate,
        memory: [...memory.filter((_, second) => second % 600 === 0), ...memory.slice(-1)].map(({ value }) => value),
        mb_in_10_min: inTenMinutes,
        descriptors: slope,
        failed: bad,
      },
      // Two minutes give no meaningful slope: the steps of the garbage collector are larger.
      target: size.full
        ? '< 1 MB in ten minutes, 0 descriptors'
        : 'memory within 30 MB, descriptors within 20 a minute (an hour with --full)',
      ok: bad === 0,
      fast: size.full
        ? inTenMinutes < 1 && slope < 0.1
        : Math.abs((memory.at(-1)?.value ?? 0) - (memory[0]?.value ?? 0)) < 30 && Math.abs(slope) < 20,
    };
  });
}
