import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inProduction } from '../apps/server/test/servers/in-production.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { addressOf } from '../apps/server/src/platform/db/db.ts';
import { type Patient, signInPatients } from './patients.ts';
import { startBareLive, startServer, stop } from './processes.ts';
import type { Watched } from './watch-loop.ts';
import { openWatchers, timed } from './watchers.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const warmUp = { connections: 500, messages: 10 };
const patienceMs = 20_000;
const goals = { p99: 100, loop: 10, kib: 15 };

interface FanOutOptions {
  /** The number of people in the room; each number is measured separately. */
  connections: number[];
  /** Messages a second, and for how many seconds. */
  rate: number;
  seconds: number;
  /** What serves them: 0 for bare WebSockets, otherwise a number of servers. */
  servedBy?: number[];
  /** Additional settings of the servers. */
  settings?: Record<string, string>;
  /** Called when half of the messages have been sent. */
  halfway?: () => Promise<void>;
}

/** A server of the room, and how messages are sent to it. */
interface Arrangement {
  name: string;
  servers: { child: ChildProcess; address: string }[];
  first: (n: number) => string[];
  until: string;
  say: (server: string, content: string, n: number) => Promise<Response>;
}

/** The latency from sending a message to its arrival at everybody in a room: with bare WebSockets, one server and two. */
export async function fanOut({ folder, dataDir }: { folder: string; dataDir: string }, asked: FanOutOptions) {
  const { owner, app, stop: stopDatabase } = await startEmbeddedPostgres({ dataDir, log: quiet });
  const environment = {
    MODE: 'production',
    ...inProduction,
    DATABASE_URL: addressOf(app),
    DATABASE_MIGRATION_URL: addressOf(owner),
    ...asked.settings,
  };
  const serve = async (count: number) => {
    const servers = [];
    for (let n = 0; n < count; n++) {
      const { child, ready } = await startServer(folder, { environment, watched: true });
      servers.push({ child, address: ready.ready });
    }
    return servers;
  };
  try {
    for (const { child } of await serve(1)) await stop(child);
    const room = await anyRoom(owner);
    const { patients, renew } = await signInPatients(
      { owner, dataDir },
      { count: Math.max(...asked.connections), reader: '', provider: 0 },
    );
    const table = [];
    for (const count of asked.connections) {
      for (const servers of asked.servedBy ?? [0, 1, 2]) {
        if (servers === 0) {
          const bare = await startBareLive(folder);
          table.push(await measure(bareArrangement(bare.child, bare.ready.ready), count, asked));
          continue;
        }
        const running = await serve(servers);
        renew();
        const name = servers === 1 ? 'one server' : 'two servers';
        table.push(await measure({ name, servers: running, ...talk(room, patients) }, count, asked));
      }
    }
    return table;
  } finally {
    await stopDatabase();
  }
}

const bareArrangement = (child: ChildProcess, address: string): Arrangement => ({
  name: 'bare ws',
  servers: [{ child, address }],
  first: () => ['{}'],
  until: '"watching"',
  say: (server, content) => post(`${server}/say/`, { content }),
});

/** Everybody in the room has a separate session; they write in turn. */
function talk(room: number, patients: Patient[]) {
  const tokenOf = (n: number) => patients[n % patients.length]?.token ?? '';
  return {
    first: (n: number) => [
      JSON.stringify({ type: 'hello', token: tokenOf(n) }),
      JSON.stringify({ type: 'watch', topic: `room:${room}` }),
    ],
    until: '"watching"',
    say: (server: string, content: string, n: number) =>
      post(`${server}/apis/messages-create/${room}/`, { content, client_id: crypto.randomUUID() }, tokenOf(n)),
  };
}

const post = (url: string, body: unknown, token?: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

async function measure({ name, servers, first, until, say }: Arrangement, count: number, asked: FanOutOptions) {
  const { rate, seconds } = asked;
  const addresses = servers.map(({ address }) => address);
  // Code loaded and compiled for the first connections must not count as their memory.
  const some = await openWatchers(addresses, { count: warmUp.connections, first, until });
  some.close();
  await sleep(1000);
  const before = await watched(servers);
  const watchers = await openWatchers(addresses, { count, first, until });
  await sleep(1000);
  const idle = await watched(servers);

  /** Sends messages at a fixed rate, and waits until all have arrived or no more arrive. */
  async function send(messages: number, halfway?: () => Promise<void>) {
    const answers = [];
    const began = performance.now();
    for (let n = 0; n < messages; n++) {
      if (n === Math.floor(messages / 2)) await halfway?.();
      await sleep(Math.max(0, began + (n * 1000) / rate - performance.now()));
      answers.push(say(addresses[n % addresses.length] as string, timed(n), n));
    }
    for (const answer of await Promise.all(answers)) if (!answer.ok) throw new Error(`not said: ${answer.status}`);
    const patient = performance.now() + patienceMs;
    while (watchers.arrived() < messages * count && performance.now() < patient) await sleep(50);
    return watchers.arrivals(messages);
  }

  await send(warmUp.messages);
  await watched(servers);
  const { latencies, lost, doubled, reordered } = await send(rate * seconds, asked.halfway);
  const { held, worked, spent } = await watched(servers);
  const broken = watchers.closed();
  watchers.close();
  for (const { child } of servers) await stop(child);

  const sorted = Float64Array.from(latencies).toSorted();
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
  const each = (kept: 'rss' | 'heap') => (idle[kept] - before[kept]) / 1024 / count;
  const right = lost + doubled + reordered + broken === 0;
  return {
    connections: count,
    'served by': name,
    deliveries: latencies.length,
    p50: tenths(share(0.5)),
    p99: tenths(share(0.99)),
    'loop lag': tenths(held),
    'loop busy': tenths(worked),
    'cpu µs each': tenths((spent * 1000) / latencies.length),
    'KiB each': tenths(each('rss')),
    'of it heap': tenths(each('heap')),
    lost,
    duplicated: doubled,
    reordered,
    'closed early': broken,
    ok: right && share(0.99) <= goals.p99 && worked <= goals.loop && each('rss') <= goals.kib,
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** The longest block of an event loop since the last call, and the memory of all after a garbage collection. */
async function watched(servers: Arrangement['servers']) {
  const all = { held: 0, worked: 0, spent: 0, rss: 0, heap: 0 };
  for (const { child } of servers) {
    child.send('watch');
    const [{ watched: said }] = (await once(child, 'message')) as [{ watched: Watched }];
    all.held = Math.max(all.held, said.held);
    all.worked = Math.max(all.worked, said.worked);
    all.spent += said.spent;
    all.rss += said.rss;
    all.heap += said.heap;
  }
  return all;
}

async function anyRoom(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select max(id) as id from rooms');
  await client.end();
  return rows[0]?.id ?? 0;
}
