import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openOutbox } from '../apps/web/src/features/chat/outbox.ts';
import { openRoom } from '../apps/web/src/features/chat/room-sync.ts';
import { callThrough, unreachable } from '../apps/web/src/lib/call.ts';
import { openLive } from '../apps/web/src/lib/live.ts';
import { openLine } from './cut-line.ts';
import type { Figure } from './run.ts';
import { signUp, withTwoServers } from './two-servers.ts';

const people = 10;
const messagesOfEach = 100;
const cuts = 50;
const kills = 5;
const longestWaitMs = 90_000;

/** R7: messages lost, doubled or out of order in the rooms of browsers whose lines are cut and whose servers are killed. */
export async function chatRecover(): Promise<Figure> {
  return await withTwoServers(async (servers, owner, kill) => {
    const began = performance.now();
    const room = await openEmptyRoom(owner);
    const browsers = await Promise.all(
      Array.from({ length: people }, (_, n) => openBrowser(servers[n % 2] as string, room, n)),
    );
    const made = { cuts: 0, kills: 0 };
    const writing = Promise.all(browsers.map(({ write }) => write(() => made.cuts / cuts)));
    const expected = people * messagesOfEach;
    await harm(browsers, kill, made);
    await writing;
    const until = performance.now() + longestWaitMs;
    while (browsers.some(({ seen, waiting }) => seen() < expected || waiting() > 0) && performance.now() < until)
      await sleep(50);

    const { log, ...written } = await roomLog(owner, room);
    let { lost, doubled, reordered } = written;
    let recovered = 0;
    for (const { ids, close, disorders, fetched } of browsers) {
      const held = ids();
      lost += log.filter((id) => !held.includes(id)).length;
      doubled += held.length - new Set(held).size;
      reordered += disorders() + held.filter((id, at) => log[at] !== id).length;
      recovered += fetched();
      close();
    }
    return {
      figure: 'R7 chat: deliveries lost, doubled or reordered over cut lines and killed servers',
      value: {
        deliveries: expected * people,
        ...made,
        lost,
        doubled,
        reordered,
        recovered,
        seconds: Math.round((performance.now() - began) / 1000),
      },
      target: '0 of 10000, with 50 cuts and 5 kills',
      ok: lost === 0 && doubled === 0 && reordered === 0 && made.cuts === cuts && made.kills === kills,
    };
  });
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** What a browser runs, the same files, without its screen: a person in the room, who also writes. */
async function openBrowser(server: string, room: number, n: number) {
  const { access } = await signUp(server);
  const line = await openLine(server);
  let calls = 0;
  const api = callThrough(async ({ method, url, body }) => {
    if (url.includes('after=')) calls += 1;
    try {
      const answer = await fetch(line.address + url, {
        method,
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(10_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, link: answer.headers.get('link'), body: await answer.json() };
    } catch {
      throw unreachable();
    }
  });
  const live = openLive({
    address: `${line.address.replace('http', 'ws')}/live/`,
    token: () => access,
    renew: async () => {},
  });
  const userId = Number(JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sub);
  const sync = openRoom({ api, live, room, reader: { user_id: userId, moderates: false }, onChanged() {} });
  const outbox = openOutbox({ api, userId, onSent: sync.received });
  const messages = () => sync.view().log?.messages ?? [];
  // In the room before anything is said: what was there before is read by scrolling up.
  while (sync.view().log === undefined) await sleep(20);
  let before: readonly { id: number }[] = [];
  let disorders = 0;
  // Whatever was in view stays where it was: what is new comes after it.
  sync.subscribe(() => {
    const now = messages();
    if (before.some(({ id }, at) => now[at]?.id !== id)) disorders += 1;
    before = now;
  });
  return {
    line,
    /** Writes in step with the harm, however quick the machine is: `progress` is the part of it that is done. */
    async write(progress: () => number) {
      for (let turn = 0; turn < messagesOfEach; turn++) {
        while (progress() < turn / messagesOfEach) await sleep(20);
        outbox.add(room, `Message ${turn} of ${n}`);
        await sleep(60 + Math.random() * 120);
      }
    },
    ids: () => messages().map(({ id }) => id),
    seen: () => messages().length,
    waiting: () => outbox.unsent().length,
    disorders: () => disorders,
    fetched: () => calls,
    close() {
      sync.close();
      outbox.close();
      line.close();
    },
  };
}

/** Cuts lines and kills servers, in turn, while messages go to and fro, and counts them in `made`. */
async function harm(browsers: Browser[], kill: (which: 0 | 1) => Promise<void>, made: { cuts: number; kills: number }) {
  for (let turn = 0; turn < cuts; turn++) {
    await sleep(100 + Math.random() * 100);
    browsers[Math.floor(Math.random() * browsers.length)]?.line.cut(Math.random() * 400);
    made.cuts += 1;
    if (turn % (cuts / kills) !== 5) continue;
    await kill((made.kills % 2) as 0 | 1);
    made.kills += 1;
  }
}

async function ask(owner: pg.ClientConfig, text: string, values: unknown[] = []) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ id: number; content: string }>(text, values);
  await client.end();
  return rows;
}

async function openEmptyRoom(owner: pg.ClientConfig) {
  const [{ id } = { id: 0 }] = await ask(
    owner,
    "insert into rooms (name, created_at) values ('Proof', now()) returning id",
  );
  await ask(owner, 'insert into room_sequences (room_id) values ($1)', [id]);
  return id;
}

/** The ids of what was said, in order, and how it differs from what everybody wrote: each message once, in its turn. */
async function roomLog(owner: pg.ClientConfig, room: number) {
  const rows = await ask(owner, 'select id, content from messages where room_id = $1 order by seq', [room]);
  const texts = new Set(rows.map(({ content }) => content));
  const turns = Array.from({ length: people }, () => -1);
  let reordered = 0;
  for (const { content } of rows) {
    const [, turn, n] = /^Message (\d+) of (\d+)$/.exec(content) ?? [];
    if (Number(turn) < (turns[Number(n)] ?? NaN)) reordered += 1;
    turns[Number(n)] = Number(turn);
  }
  return {
    log: rows.map(({ id }) => id),
    lost: people * messagesOfEach - texts.size,
    doubled: rows.length - texts.size,
    reordered,
  };
}
