import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openOutbox } from '../../apps/web/src/features/chat/outbox.ts';
import { openRoom } from '../../apps/web/src/features/chat/room-sync.ts';
import { callThrough, unreachable } from '../../apps/web/src/lib/calls/call.ts';
import { openLive } from '../../apps/web/src/lib/calls/live.ts';
import { openLine } from './cut-line.ts';
import { signUp } from './two-servers.ts';

// Browsers in a room, for proofs: the web application's own files without its screens.

// A window reports that the network is back; here that is found out by retrying. Nobody is signed in for encrypted local
// storage: it lives as long as the page, which is never hidden.
const page = Object.assign(new EventTarget(), { documentElement: { lang: 'en' } });
Object.assign(globalThis, { window: new EventTarget(), document: page });

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** The same files as in a browser, without the screen: a person in the room, who also writes. */
export async function openBrowser(server: string, room: number, n: number) {
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
  const outbox = openOutbox({ api, userId, onSent: sync.received, signedIn: () => String(userId) });
  const messages = () => sync.view().log?.messages ?? [];
  // Joined before anything is written: older messages are only loaded by scrolling up.
  while (sync.view().log === undefined) await sleep(20);
  let before: readonly { id: number }[] = [];
  let disorders = 0;
  // New messages are appended: visible ones stay where they are.
  sync.subscribe(() => {
    const now = messages();
    if (before.some(({ id }, at) => now[at]?.id !== id)) disorders += 1;
    before = now;
  });
  return {
    line,
    /**
     * Writes a number of messages spread over the faults, whatever the speed of the machine; `progress` is the fraction that
     * is done.
     */
    async write(count: number, progress: () => number) {
      for (let turn = 0; turn < count; turn++) {
        while (progress() < turn / count) await sleep(20);
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

async function ask(owner: pg.ClientConfig, text: string, values: unknown[] = []) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ id: number; content: string }>(text, values);
  await client.end();
  return rows;
}

/** A room without messages. */
export async function openEmptyRoom(owner: pg.ClientConfig) {
  const [{ id } = { id: 0 }] = await ask(
    owner,
    "insert into rooms (name, created_at) values ('Proof', now()) returning id",
  );
  await ask(owner, 'insert into room_sequences (room_id) values ($1)', [id]);
  return id;
}

interface Written {
  people: number;
  /** For each of them. */
  messages: number;
}

/** The ids of the messages in order, and how they differ from what everybody wrote: each message once, in order. */
async function roomLog(owner: pg.ClientConfig, room: number, { people, messages }: Written) {
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
    lost: people * messages - texts.size,
    doubled: rows.length - texts.size,
    reordered,
  };
}

/** How the browsers' messages differ from what was written: each message once, in order. */
export async function judge(owner: pg.ClientConfig, room: number, browsers: Browser[], messages: number) {
  const { log, ...written } = await roomLog(owner, room, { people: browsers.length, messages });
  let { lost, doubled, reordered } = written;
  let recovered = 0;
  for (const { ids, disorders, fetched } of browsers) {
    const held = ids();
    lost += log.filter((id) => !held.includes(id)).length;
    doubled += held.length - new Set(held).size;
    reordered += disorders() + held.filter((id, at) => log[at] !== id).length;
    recovered += fetched();
  }
  return { lost, doubled, reordered, recovered };
}
