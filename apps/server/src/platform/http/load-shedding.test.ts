import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../test/servers/app.ts';
import { sendRaw } from '../../../test/servers/raw-http.ts';
import { buildBareApp } from '../../app.ts';
import { type Load, openLoadShedding, notCountedAsLoad } from './load-shedding.ts';
import { Problem } from '../errors/errors.ts';

let t: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const lifecycle = { draining: false };
const agent = new Agent({ keepAlive: true });
let app: ReturnType<typeof buildBareApp>;
let load: Load;
let address: string;
let letGo: () => void;
let endWork: () => void;
let aside: number;

beforeEach(async () => {
  lifecycle.draining = false;
  // A limit that cannot fall: how busy this machine is must not decide.
  const shedding = openLoadShedding({ lifecycle, log: quiet, sessions: t.services.sessions }, { fewest: 8, most: 8 });
  load = shedding;
  app = buildBareApp(t.services, shedding);
  const held = new Promise<void>((resolve) => (letGo = resolve));
  app.get('/held/', async () => await held);
  const work = new Promise<string>((resolve) => (endWork = () => resolve('done')));
  aside = 0;
  app.get('/aside/', (request) => {
    aside += 1;
    return notCountedAsLoad(request.raw, () => work);
  });
  app.post('/held/', async () => 'read');
  app.post(
    '/refused/',
    {
      onRequest: async () => {
        throw new Problem('not_signed_in');
      },
    },
    async () => 'never',
  );
  app.get('/healthz/live/', async () => 'alive');
  app.delete('/thing/', async () => 'gone');
  app.delete('/account/sessions/:session_id/', async () => 'ended');
  app.post('/logout/', async () => 'signed out');
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  letGo();
  endWork();
  await app.close();
});

/** Asks over a connection of its own or one that was kept, and gives the answer when it is there. */
function get(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const request = ask(address + path, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    request.on('error', reject).end();
  });
}

/** Asks, also again where it is refused because this machine is busy, until so many are being worked on. */
async function fill(count: number, headers: Record<string, string> = {}) {
  const answers: ReturnType<typeof get>[] = [];
  while (load.running < count) {
    const [running, refused] = [load.running, load.refused];
    const answer = get('/held/', { headers });
    await expect
      .poll(() => load.running > running || load.refused > refused, { interval: 1, timeout: 10_000 })
      .toBe(true);
    if (load.running > running) answers.push(answer);
  }
  return answers;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test(
  'what comes while too much is worked on is refused at once, strangers first, and all is well when it is done',
  { timeout: 60_000 },
  async () => {
    const session = randomUUID();
    const token = t.services.sessions.issueAccess(1, session);
    const signedIn = bearer(token);
    t.clock.move(-600_000);
    const expired = t.services.sessions.issueAccess(1, session);
    t.clock.move(600_000);
    const strangers = 6;
    const waiting = await fill(strangers);
    const before = load.refused;
    const refused = await get('/held/');
    expect(refused).toMatchObject({ status: 503, headers: { 'x-content-type-options': 'nosniff' } });
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'busy', status: 503 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const page = await get('/held/', { headers: { accept: 'text/html' } });
    expect(page).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });

    expect(load.refused).toBe(before + 2);

    // People who are signed in have room of their own; a header that merely looks like theirs does not open it.
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const headers of [bearer('anything'), bearer(forged), bearer(expired), { authorization: 'Basic YTpi' }])
      expect([headers, (await get('/held/', { headers })).status]).toEqual([headers, 503]);
    waiting.push(...(await fill(strangers + 2, signedIn)));
    expect((await get('/held/', { headers: signedIn })).status).toBe(503);

    // Signs of life and what ends sessions are never refused; deleting something else is, and so is ending without a token.
    const endSession = `/account/sessions/${session}/`;
    expect(await get('/healthz/live/')).toMatchObject({ status: 200 });
    expect(await get('/logout/', { method: 'POST' })).toMatchObject({ status: 200 });
    expect(await get(endSession, { method: 'DELETE', headers: signedIn })).toMatchObject({ status: 200 });
    expect(await get(endSession, { method: 'DELETE' })).toMatchObject({ status: 503 });
    expect(await get('/thing/', { method: 'DELETE', headers: signedIn })).toMatchObject({ status: 503 });

    letGo();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    expect(load.running).toBe(0);
    expect(await get('/healthz/live/')).toMatchObject({ status: 200 });
  },
);

test('a request that is still being sent takes nobody else’s place', async () => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const head = 'POST /held/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n';
  socket.write(`${head}1`);
  expect(await get('/healthz/live/')).toMatchObject({ status: 200 });
  expect(load.running).toBe(0);
  socket.write('2');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
  socket.destroy();
  await expect.poll(() => load.running).toBe(0);
});

test('a refusal that was sent before the body came counts for nothing afterwards', async () => {
  const head =
    'POST /refused/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n';
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(head);
  const [refusal] = (await once(socket, 'data')) as [Buffer];
  expect(refusal.toString()).toMatch(/^HTTP\/1\.1 401/);
  // The rest of it, and something else on the same line.
  socket.write('{}GET /healthz/live/ HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
  socket.destroy();
  await expect.poll(() => load.running).toBe(0);
});

test('while the server drains it answers as before and closes each connection', async () => {
  lifecycle.draining = true;
  const { status, headers } = await sendRaw(address, 'GET /healthz/live/ HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect({ status, connection: headers.connection }).toEqual({ status: 200, connection: 'close' });
});

test(
  'a request that waits for work with a queue of its own takes nobody else’s place',
  { timeout: 60_000 },
  async () => {
    const waiting = Array.from({ length: 20 }, () => get('/aside/'));
    await expect.poll(() => aside).toBe(20);
    expect(load.running).toBe(0);
    expect(await get('/healthz/live/')).toMatchObject({ status: 200 });
    // One that hangs up meanwhile is not counted either when its work is done.
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.write('GET /aside/ HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => aside).toBe(21);
    socket.destroy();
    endWork();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    await expect.poll(() => load.running).toBe(0);
  },
);
