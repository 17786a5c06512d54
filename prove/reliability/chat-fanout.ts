import { type RedisServer, startRedis } from '../../apps/server/test/servers/redis.ts';
import { fanOut } from '../../bench/fan-out.ts';
import { stopAll, workFolder } from '../../bench/processes.ts';
import { closing } from '../tools/closing.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';

const sockets = 1000;
const rate = 5;
const goals = { p99: 250, p99Away: 2000 };

/** R10: the latency from a message to a thousand sockets on two servers, with Redis, and with Redis killed. */
export async function chatFanout(size: Size): Promise<Figure> {
  const redis = await startRedis();
  const close = closing(redis.close);
  const seconds = sized(size, 3, 6, 30);
  try {
    const there = await measure(redis, seconds);
    const away = await measure(redis, seconds, redis.kill);
    return {
      figure: 'R10 from a message to 1,000 sockets on two servers, in ms',
      value: { 'with Redis': there, 'killed halfway': away },
      target: `p99 < ${goals.p99} ms; where Redis goes p99 < ${goals.p99Away} ms; 0 lost`,
      ok: there.lost + away.lost === 0,
      fast: there.p99 < goals.p99 && away.p99 < goals.p99Away,
    };
  } finally {
    await close();
  }
}

async function measure({ url }: RedisServer, seconds: number, halfway = async () => {}) {
  const work = workFolder();
  const close = closing(async () => {
    await stopAll();
    work.remove();
  });
  try {
    const settings = { REDIS_URL: url };
    const [row] = await fanOut(work, { connections: [sockets], rate, seconds, servedBy: [2], settings, halfway });
    if (row === undefined) throw new Error('Nothing was measured.');
    const { deliveries, p50, p99, lost, duplicated, reordered } = row;
    return { deliveries, p50, p99, lost, duplicated, reordered };
  } finally {
    await close();
  }
}
