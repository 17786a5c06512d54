import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openRoom } from '../../apps/web/src/features/chat/room-sync.ts';
import { callThrough, unreachable } from '../../apps/web/src/lib/calls/call.ts';
import { openLive } from '../../apps/web/src/lib/calls/live.ts';
import { pdfOfSize, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { startBalancer } from '../tools/haproxy.ts';
import { mixedLoad } from '../tools/mixed-load.ts';
import { type Kind, openLoop } from '../tools/open-loop.ts';
import { pastVisit, personOf, type Reporting } from '../tools/reporting.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { signUp, withServers } from '../tools/two-servers.ts';

// The smallest load is one that two cores can handle together with its clients: an overloaded server refuses requests even
// without a restart.
const loads = { full: { rate: 300, sockets: 500 }, small: { rate: 100, sockets: 100 } };
// The server's limit for one person is twenty.
const socketsOfPerson = 15;
const drainSeconds = 4;
const longestExitMs = 30_000;
const backMs = 15_000;

/**
 * R12, F9: two servers behind a real load balancer are restarted in turn while people read, write, upload and chat. Counts
 * failures, chat messages that did not reach a watcher, and how long a server took to end.
 */
export async function drain({ full }: Size): Promise<Figure> {
  const { rate, sockets } = full ? loads.full : loads.small;
  return await withServers(
    2,
    async (servers, owner, _kill, _freeze, _stopAll, restart) => {
      const balancer = await startBalancer(servers);
      try {
        const { address } = balancer;
        const { kinds, room } = await mixedLoad(address, owner);
        const visit = await pastVisit(address, owner);
        const people = await Promise.all(
          Array.from({ length: Math.ceil(sockets / socketsOfPerson) }, async () => (await signUp(address)).access),
        );
        const browsers = Array.from({ length: sockets }, (_, n) =>
          openBrowser(address, room, people[n % people.length] as string),
        );
        await until(() => browsers.every(({ isThere }) => isThere()), 60_000);
        const rounds = full ? 3 : 1;
        const seconds = rounds * 2 * (drainSeconds + 8) + 6;
        const loading = openLoop({
          server: address,
          kinds: [...kinds, uploadOf(visit)],
          rate,
          seconds,
          connections: 200,
        });
        await sleep(2000);
        const ends: { code: number | null; ms: number }[] = [];
        for (let turn = 0; turn < rounds * 2; turn++) {
          ends.push(await restart(turn % 2));
          // The balancer must have found it again before the other one is stopped.
          await sleep(2000);
        }
        const { sent, good, statuses, broken } = await loading;
        const said = await saidIn(owner, room);
        const back = await until(() => browsers.every(({ isThere, last }) => isThere() && last() >= said), backMs);
        const complete = browsers.filter(({ holds }) => holds(said)).length;
        for (const browser of browsers) browser.close();
        const exit = Math.max(...ends.map(({ ms }) => ms));
        const failed = sent - good.count;
        return {
          figure:
            'R12 rolling restart: requests that failed, browsers that came back and miss nothing, ms until a server has ended',
          value: {
            restarts: ends.length,
            sent,
            failed,
            broken,
            statuses,
            answered: good,
            sockets,
            back,
            said,
            complete,
            exit,
            codes: ends.map(({ code }) => code),
          },
          target: `0 failed, all back with the whole chat, exit 0 within ${longestExitMs}`,
          ok: failed === 0 && back && complete === sockets && ends.every(({ code }) => code === 0),
          fast: exit <= longestExitMs,
        };
      } finally {
        await balancer.close();
      }
    },
    () => ({ DRAIN_SECONDS: String(drainSeconds) }),
  );
}

function uploadOf({ appointment, provider }: Reporting): Kind {
  const { body, headers } = reportForm(pdfOfSize(60_000));
  return {
    name: 'upload',
    weight: 1,
    method: 'POST',
    path: `/api/records/create/${appointment}/`,
    token: provider.access,
    body: body.toString('latin1'),
    type: headers['content-type'],
  };
}

/** The same files as in a browser, without the screen: somebody who watches a room. */
function openBrowser(address: string, room: number, access: string) {
  const api = callThrough(async ({ method, url }) => {
    try {
      const answer = await fetch(address + url, { method, headers: { authorization: `Bearer ${access}` } });
      return { status: answer.status, link: answer.headers.get('link'), body: await answer.json() };
    } catch {
      throw unreachable();
    }
  });
  const live = openLive({
    address: `${address.replace('http', 'ws')}/live/`,
    token: () => access,
    renew: async () => {},
  });
  const reader = { user_id: personOf(access), moderates: false };
  const sync = openRoom({ api, live, room, reader, onChanged() {} });
  const messages = () => sync.view().log?.messages ?? [];
  return {
    isThere: () => live.isConnected() && sync.view().log !== undefined,
    last: () => messages().at(-1)?.seq ?? 0,
    /** Whether every message from the first seen one up to a number is there. */
    holds: (said: number) => {
      const seqs = messages().map(({ seq }) => seq);
      return seqs.at(-1) === said && seqs.every((seq, at) => seq === (seqs[0] ?? 0) + at);
    },
    close: () => sync.close(),
  };
}

async function saidIn(owner: pg.ClientConfig, room: number) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ seq: number }>(
    'select coalesce(max(seq), 0)::int as seq from messages where room_id = $1',
    [room],
  );
  await client.end();
  return rows[0]?.seq ?? 0;
}

async function until(condition: () => boolean, ms: number) {
  const end = performance.now() + ms;
  while (!condition() && performance.now() < end) await sleep(50);
  return condition();
}
