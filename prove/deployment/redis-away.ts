import { setTimeout as sleep } from 'node:timers/promises';
import { type RedisServer, startRedis } from '../../apps/server/test/servers/redis.ts';
import { type Browser, judge, openBrowser, openEmptyRoom } from '../tools/chat-browsers.ts';
import { closing } from '../tools/closing.ts';
import { watchWaits } from '../tools/longest-wait.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { joinAs, post, withTwoServers } from '../tools/two-servers.ts';

const people = 10;
const messagesOfEach = 60;
const calmMs = 4000;
const longestWaitMs = 60_000;
// Without an invalidation, a list is cached for a second.
const goals = { closedMs: 2000, longerMs: 1000, followsMs: 500 };

/** What is done to Redis, and how it ends. */
const harms: Record<string, [begin: (redis: RedisServer) => unknown, end: (redis: RedisServer) => unknown]> = {
  killed: [({ kill }) => kill(), ({ start }) => start()],
  frozen: [({ freeze }) => freeze(), ({ thaw }) => thaw()],
  flushed: [({ command }) => command('flushall'), () => {}],
  restarted: [({ kill }) => kill(), ({ start }) => start()],
};

/** F16: Redis is killed, frozen, emptied and restarted while people write on two servers. */
export async function redisAway({ full }: Size): Promise<Figure> {
  const redis = await startRedis();
  const close = closing(redis.close);
  const awayMs = full ? 30_000 : 3000;
  return await withTwoServers(
    async (servers, owner) => {
      const follows = await listFollows(servers);
      const room = await openEmptyRoom(owner);
      const browsers = await Promise.all(
        Array.from({ length: people }, (_, n) => openBrowser(servers[n % 2] as string, room, n)),
      );
      const steps = Object.keys(harms).length;
      let done = 0;
      const writing = Promise.all(browsers.map(({ write }) => write(messagesOfEach, () => (done + 1) / (steps + 1))));
      const before = await longestDuring(servers, () => sleep(calmMs));
      const closed: Record<string, number> = {};
      const during = await longestDuring(servers, async () => {
        for (const [name, [begin, end]] of Object.entries(harms)) {
          await begin(redis);
          await sleep(name === 'restarted' ? 0 : awayMs);
          await end(redis);
          closed[name] = await gapClosed(browsers);
          done += 1;
          await sleep(1000);
        }
      });
      await writing;
      const until = performance.now() + longestWaitMs;
      const expected = people * messagesOfEach;
      while (browsers.some(({ seen, waiting }) => seen() < expected || waiting() > 0) && performance.now() < until)
        await sleep(50);
      const { recovered, ...wrong } = await judge(owner, room, browsers, messagesOfEach);
      for (const browser of browsers) browser.close();
      const longer = Math.round(during - before);
      const slowest = Math.max(...Object.values(closed));
      return {
        figure: 'F16 chat over two servers while Redis is killed, frozen, emptied and restarted',
        value: {
          deliveries: expected * people,
          ...wrong,
          recovered,
          'gap closed after ms': closed,
          'list follows on the other server after ms': follows,
          'longest request ms': { before: Math.round(before), during: Math.round(during) },
        },
        target: `0 lost, doubled or reordered; gap closed <= ${goals.closedMs} ms; longest request <= ${goals.longerMs} ms more; lists follow <= ${goals.followsMs} ms`,
        ok: Object.values(wrong).every((count) => count === 0),
        fast: slowest <= goals.closedMs && longer <= goals.longerMs && follows <= goals.followsMs,
      };
    },
    // Counted for every request, and never reached.
    () => ({ REDIS_URL: redis.url, RATE_LIMIT: '9999' }),
  ).finally(close);
}

/** The longest health check of either server meanwhile, in ms. */
async function longestDuring(servers: string[], work: () => Promise<unknown>) {
  const watches = await Promise.all(servers.map((server) => watchWaits(server)));
  await work();
  return Math.max(...(await Promise.all(watches.map((stop) => stop()))));
}

/** How long it takes until everybody has what one has now, in ms. */
async function gapClosed(browsers: Browser[]) {
  const began = performance.now();
  const there = Math.max(...browsers.map(({ seen }) => seen()));
  while (browsers.some(({ seen }) => seen() < there) && performance.now() - began < longestWaitMs) await sleep(5);
  return Math.round(performance.now() - began);
}

/** How long after an article is published on one server it appears in the other's freshly cached list; the median, in ms. */
async function listFollows([here, there]: [string, string]) {
  const { token } = await joinAs(here, 'patient');
  const listed = async (title: string) => (await (await fetch(`${there}/apis/blogs/`)).text()).includes(title);
  const waits: number[] = [];
  for (let n = 0; n < 5; n++) {
    const title = `Followed ${n} times`;
    await listed(title);
    const { status } = await post(
      `${here}/apis/blogs/create/`,
      { title, content: `Of a proof, for the ${n + 1}th time.` },
      token,
    );
    if (status !== 201) throw new Error(`An article was answered by ${status}.`);
    const began = performance.now();
    while (!(await listed(title))) await sleep(5);
    waits.push(Math.round(performance.now() - began));
  }
  return waits.toSorted((a, b) => a - b)[2] ?? NaN;
}
