import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../apps/server/test/servers/redis.ts';
import { type Browser, judge, openBrowser, openEmptyRoom } from '../tools/chat-browsers.ts';
import { closing } from '../tools/closing.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { withTwoServers } from '../tools/two-servers.ts';

const people = 10;
const longestWaitMs = 90_000;

/**
 * R8: messages lost, duplicated or out of order in the rooms of browsers whose connections are cut and whose servers are
 * killed.
 */
export const chatRecover = async (size: Size): Promise<Figure> => await recover(size, {});

/** The same with Redis between the servers. */
export async function chatRecoverRedis(size: Size): Promise<Figure> {
  const redis = await startRedis();
  const close = closing(redis.close);
  return await recover(size, { REDIS_URL: redis.url }).finally(close);
}

async function recover(size: Size, settings: Record<string, string>): Promise<Figure> {
  const [messagesOfEach, cuts, kills] = sized(size, [40, 20, 2], [100, 50, 5], [1000, 200, 20]);
  return await withTwoServers(
    async (servers, owner, kill) => {
      const began = performance.now();
      const room = await openEmptyRoom(owner);
      const browsers = await Promise.all(
        Array.from({ length: people }, (_, n) => openBrowser(servers[n % 2] as string, room, n)),
      );
      const made = { cuts: 0, kills: 0 };
      const writing = Promise.all(browsers.map(({ write }) => write(messagesOfEach, () => made.cuts / cuts)));
      const expected = people * messagesOfEach;
      await harm(browsers, kill, made, { cuts, kills });
      await writing;
      const until = performance.now() + longestWaitMs;
      while (browsers.some(({ seen, waiting }) => seen() < expected || waiting() > 0) && performance.now() < until)
        await sleep(50);

      const { lost, doubled, reordered, recovered } = await judge(owner, room, browsers, messagesOfEach);
      for (const { close } of browsers) close();
      const way = settings.REDIS_URL === undefined ? '' : ', with Redis';
      return {
        figure: `R8 chat: deliveries lost, doubled or reordered over cut lines and killed servers${way}`,
        value: {
          deliveries: expected * people,
          ...made,
          lost,
          doubled,
          reordered,
          recovered,
          seconds: Math.round((performance.now() - began) / 1000),
        },
        target: `0 of ${expected * people}, with ${cuts} cuts and ${kills} kills`,
        ok: lost === 0 && doubled === 0 && reordered === 0 && made.cuts === cuts && made.kills === kills,
      };
    },
    () => settings,
  );
}

/** Cuts connections and kills servers in turn while messages are exchanged, and counts this in `made`. */
async function harm(
  browsers: Browser[],
  kill: (which: 0 | 1) => Promise<void>,
  made: { cuts: number; kills: number },
  { cuts, kills }: { cuts: number; kills: number },
) {
  for (let turn = 0; turn < cuts; turn++) {
    await sleep(100 + Math.random() * 100);
    browsers[Math.floor(Math.random() * browsers.length)]?.line.cut(Math.random() * 400);
    made.cuts += 1;
    if (turn % (cuts / kills) !== 5) continue;
    await kill((made.kills % 2) as 0 | 1);
    made.kills += 1;
  }
}
