import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pages } from '@carecommons/contract/pages';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Answer, testApp, type TestApp } from '../servers/app.ts';
import { freePort } from '../servers/free-port.ts';
import { type LiveClient, openLiveClient } from '../servers/live-client.ts';
import { startTraceReceiver } from '../servers/trace-receiver.ts';
import { ask, cellsOf, nameOf } from './cells.ts';
import type { Ground } from './somebody.ts';
import { ownerOf, report } from './fixtures.ts';
import type { PersonName } from './notation.ts';
import { byLetter } from './objects.ts';
import { makeWorld, type World } from './world.ts';

// The real process with everything in its log, asked by everybody for everything while everybody listens. What is private
// is told to nobody else: not in an answer, not on a page, not live, not in the log, the metrics or the traces.

const secret = 'a key for tests alone, never in use';
const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-taint-'));
const main = new URL('../../src/main.ts', import.meta.url).pathname;
let t: TestApp;
let child: ChildProcess;
let said = '';
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
let ground: Ground;
let world: World;
let address = '';

beforeAll(async () => {
  t = await testApp({ SECRET: secret, DATA_DIR: dataDir });
  const owner = await ownerOf(t);
  receiver = await startTraceReceiver();
  const { admin, app } = inject('postgres');
  const urlOf = ({ user, password, host, port, database }: pg.ClientConfig) =>
    `postgresql://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
  const port = await freePort();
  child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      MODE: 'production',
      PROVIDERS: 'open',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'debug',
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
      RATE_LIMIT: '9999',
      SECRET: secret,
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf({ ...app, database: owner.database }),
      // The copy of a database belongs to who made the copy.
      DATABASE_MIGRATION_URL: urlOf({ ...admin, database: owner.database }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ready = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [{ ready?: string }];
  if (ready[0]?.ready === undefined) throw new Error(said);
  // Passkeys are bound to a name, never to an address of numbers.
  const origin = `http://localhost:${new URL(ready[0].ready).port}`;
  address = origin;
  ground = { ...t, clock: { ...t.clock, now: () => new Date() }, call, origin };
  world = await makeWorld(ground, owner);
}, 240_000);
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  receiver.close();
  await t.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The same calls as in process, over HTTP. */
async function call(line: string, { as, body, headers = {} }: Parameters<TestApp['call']>[1] = {}): Promise<Answer> {
  const [method, path] = line.split(' ') as [string, string];
  const json = body !== undefined && !(body instanceof Uint8Array);
  const answer = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : Buffer.from(body) }),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: isJson ? JSON.parse(text) : undefined,
    text,
  };
}

/** Everybody with a live connection, watching all that can be watched, and others' own topics that must be refused. */
async function everybodyListens() {
  const clients = new Map<PersonName, LiveClient>();
  for (const [who, { access }] of world.askers) {
    if (access === undefined || who === 'disabled' || who === 'expired') continue;
    const client = await openLiveClient(address, access);
    const topics = ['room:1', 'rooms', `person:${world.askers.get('patient_b')?.user_id}`];
    for (const kind of ['question', 'blog'] as const) {
      for (const relation of ['others', 'hidden', 'own'] as const) {
        const { id } = world.thing(kind === 'blog' ? 'article' : kind, relation, who) ?? {};
        if (id !== undefined) topics.push(`${kind}:${id}`);
      }
    }
    for (const topic of topics) client.say({ type: 'watch', topic });
    await client.hear('refused', ({ topic }) => topic.startsWith('person:'));
    clients.set(who, client);
  }
  return clients;
}

test(
  'what is private is told to nobody else: in no answer, page, feed, live event, log, metric or trace',
  { timeout: 480_000 },
  async ({ task }) => {
    const leaks: string[] = [];
    const look = (where: string, text: string, who: string) => {
      for (const leak of world.canaries.leaksIn(text, who)) leaks.push(`${where} as ${who}: ${leak}`);
    };
    const clients = await everybodyListens();

    const files = ['/feed.xml', '/sitemap.xml', '/robots.txt', '/openapi.json', '/docs', '/metrics'];
    const filled = Object.keys(pages).map((page) => page.replaceAll(/:\w+/g, '1'));
    for (const path of [...files, ...filled]) {
      for (const who of ['anonymous', 'provider_p'] as const) {
        const answer = await call(`GET ${path}`, { as: world.askers.get(who)?.access, headers: { accept: '*/*' } });
        look(path, answer.text, 'nobody');
      }
    }

    const cells = cellsOf(world).filter(({ line, who }) => line.startsWith('GET ') || doers.has(who));
    for (const cell of cells.toSorted((a, b) => orderOf(a.line) - orderOf(b.line))) {
      const answer = await ask(ground, cell);
      look(nameOf(cell), answer.text, cell.who);
    }
    // What a server does not understand goes through its paths of error.
    const noise = world.canaries.word('what makes no sense', []);
    for (const line of [`GET /apis/help-center/${noise}/`, `GET /${noise}`, `GET /files/records/1/?token=${noise}`])
      await call(line);
    await call('POST /token/', {
      body: Buffer.from(`{"username": "${noise}`),
      headers: { 'content-type': 'application/json' },
    });

    let events = 0;
    for (const [who, client] of clients) {
      client.close();
      const own = `person:${world.askers.get(who)?.user_id}`;
      // A refusal repeats what was asked for.
      for (const message of client.heard.filter(({ type }) => type !== 'refused')) {
        events += 1;
        look(`live ${message.type}`, JSON.stringify(message), who);
        const { topic = own } = message as { topic?: string };
        if (topic.startsWith('person:') && topic !== own) leaks.push(`${who} heard ${topic}`);
      }
    }

    const emails = await emailsIn(join(dataDir, 'mail'));
    for (const { head, to, text } of emails) {
      look('head of a letter', head, 'nobody');
      const [box = ''] = to.split('@');
      look('letter', text, box.endsWith(byLetter) ? box.slice(0, -byLetter.length) : world.canaries.readerOf(box));
    }

    const measured = await metricsSaid();
    child.kill('SIGTERM');
    // The last traces go out at the end.
    await once(child, 'exit');
    const instruments = { said, measured, traced: receiver.said() };
    const inLog = Object.values(instruments).flatMap((text) => world.canaries.leaksIn(text, 'nobody'));
    const secrets = /eyJ[\w-]+|token=|Bearer|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.\d+\./g;
    const tokens = Object.values(instruments).flatMap((text) => text.match(secrets) ?? []);
    report(task, {
      canaries: world.canaries.count(),
      answers: cells.length,
      events,
      emails: emails.length,
      leaks: leaks.length,
      lines: said.split('\n').length,
      metrics: measured.split('\n').length,
      spans: receiver.spans.length,
      logged: inLog.length + tokens.length,
    });
    expect(said.split('\n').length).toBeGreaterThan(1000);
    expect(measured.split('\n').length).toBeGreaterThan(1000);
    expect(receiver.spans.length).toBeGreaterThan(1000);
    // A line of the log leads to its trace.
    const { trace_id: traced } = JSON.parse(said.split('\n').findLast((line) => line.includes('"answered"')) as string);
    expect(receiver.spans.some(({ traceId }) => traceId === traced)).toBe(true);
    expect(events).toBeGreaterThan(100);
    expect(emails.length).toBeGreaterThan(10);
    expect({ leaks, inLog, tokens }).toEqual({ leaks: [], inLog: [], tokens: [] });
  },
);

/** The metrics, at the port that the log names. */
async function metricsSaid() {
  const port = said.match(/"port":(\d+),"msg":"metrics can be read"/)?.[1];
  return await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** The emails that were sent so far: the head without the address that it goes to, that address, and what it says. */
async function emailsIn(folder: string) {
  const names = await readdir(folder);
  return await Promise.all(
    names.map(async (name) => {
      const raw = await readFile(join(folder, name), 'utf8');
      const { to = [], subject = '', text = '' } = await PostalMime.parse(raw);
      const head = raw.slice(0, raw.search(/\r?\n\r?\n/)).replace(/^To:.*$/im, '');
      return { head, to: to[0]?.address ?? '', text: `${subject}\n${text}` };
    }),
  );
}

/** First what only reads, last what ends sessions. */
const orderOf = (line: string) =>
  line.startsWith('GET ') ? 0 : /\/(account|token|logout|reset-password)\//.test(line) ? 2 : 1;

/** Those whose writes are done, and not only tried in thought. */
const doers: ReadonlySet<PersonName> = new Set([
  'anonymous',
  'patient_a',
  'provider_p',
  'moderator',
  'administrator',
  'verifier',
  'disabled',
]);
