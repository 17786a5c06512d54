import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { postgresProcessesOf, signal } from '../src/platform/process/process.ts';
import { type TestApp, testApp } from './servers/app.ts';
import { inProduction } from './servers/in-production.ts';
import { openLiveClient } from './servers/live-client.ts';
import { realServers } from './servers/real-server.ts';

// How the real process leaves, and how several of them share the work.

let t: TestApp;
let settings: Record<string, string>;
beforeAll(async () => {
  const secret = randomBytes(32).toString('base64');
  t = await testApp({ SECRET: secret });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db);
  const { app, admin } = inject('postgres');
  // On a database that is there it serves soon.
  settings = {
    MODE: 'production',
    ...inProduction,
    SECRET: secret,
    DATABASE_URL: addressOf(app, rows[0]?.name ?? ''),
    DATABASE_MIGRATION_URL: addressOf(admin, rows[0]?.name ?? ''),
  };
});
afterAll(() => t.close());

let dataDir: string;
let start: ReturnType<typeof realServers>['start'];
let remove: () => Promise<void>;
beforeEach(() => {
  ({ dataDir, start, remove } = realServers());
});
afterEach(() => remove());

function addressOf({ user, password, host, port }: ReturnType<typeof inject<'postgres'>>['app'], name: string) {
  const said = typeof password === 'string' ? `:${password}` : '';
  return `postgresql://${user}${said}@/${name}?host=${encodeURIComponent(String(host))}&port=${port}`;
}

const accountOf = (username: string) => ({ username, email: 'a@example.org', password: 'violet tractor 88' });

async function post(address: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

const isReady = async (address: string) => (await fetch(`${address}/healthz/ready/`)).status === 200;

test(
  'told to stop behind a proxy, it says that it is not ready, goes on for a while, lets the WebSockets go, and ends well',
  { timeout: 300_000 },
  async () => {
    const server = start({ ...settings, DRAIN_SECONDS: '3' });
    const address = await server.ready;
    const account = accountOf('drained');
    await post(address, '/register/user/', account);
    const { body } = await post(address, '/token/', account);
    const live = await openLiveClient(address, body.access);
    server.child.kill('SIGTERM');
    await expect.poll(() => isReady(address)).toBe(false);
    // New connections are still served, and told to go elsewhere next time.
    const answer = await fetch(`${address}/speciality/`);
    expect({ status: answer.status, connection: answer.headers.get('connection') }).toEqual({
      status: 200,
      connection: 'close',
    });
    expect(await live.closed).toBe(1012);
    expect((await server.ended).code).toBe(0);
  },
);

test(
  'without the owner’s password it starts where others have migrated, and with another secret not at all',
  { timeout: 300_000 },
  async () => {
    const { DATABASE_MIGRATION_URL: _, ...alone } = settings;
    const server = start(alone);
    expect(await isReady(await server.ready)).toBe(true);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    const other = await start({ ...settings, SECRET: randomBytes(32).toString('base64') }).ended;
    expect(other.code).toBe(1);
    expect(other.said).toMatch(/^This database belongs to another SECRET: version 1 is not the one/m);
  },
);

test(
  'a fault that nothing caught is written down; what runs is finished, and it ends with code 1',
  { timeout: 300_000 },
  async () => {
    const server = start(
      { ...settings, DRAIN_SECONDS: '1' },
      new URL('servers/throw-on-signal.mjs', import.meta.url).href,
    );
    const address = await server.ready;
    const registering = post(address, '/register/user/', accountOf('finished'));
    server.child.kill('SIGUSR2');
    expect((await registering).status).toBe(201);
    const { code, said } = await server.ended;
    expect(code).toBe(1);
    expect(said).toMatch(/"level":50.*SyntaxError/);
  },
);

test(
  'several workers serve one address; one that is killed is started again; all are renewed, and stop with the database',
  { timeout: 240_000 },
  async () => {
    const server = start({ WORKERS: '2', LOG_LEVEL: 'info' });
    const address = await server.ready;
    const account = accountOf('kept');
    expect((await post(address, '/register/user/', account)).status).toBe(201);
    const before = workersOf(server.child.pid);
    expect(before).toHaveLength(2);

    signal(before[0] as number, 'SIGKILL');
    await expect.poll(() => server.said(), { timeout: 60_000 }).toContain('a worker was started again');
    expect(await isReady(address)).toBe(true);
    const again = workersOf(server.child.pid);
    expect(again).toHaveLength(2);
    expect(again).not.toContain(before[0]);

    server.child.kill('SIGHUP');
    await expect.poll(() => server.said(), { timeout: 60_000 }).toContain('the workers were renewed');
    expect(workersOf(server.child.pid).some((pid) => again.includes(pid))).toBe(false);
    expect((await post(address, '/register/user/', account)).status).toBe(409);

    server.child.kill('SIGTERM');
    const { code, said } = await server.ended;
    expect(code).toBe(0);
    expect(said.match(/Carecommons is ready/g)).toHaveLength(1);
    expect(postgresProcessesOf(join(dataDir, 'postgres'))).toEqual([]);
  },
);

test('what keeps workers from starting is one sentence and exit code 1', { timeout: 300_000 }, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = await start({ ...settings, LOG_LEVEL: 'error', WORKERS: '2', PORT: String(port) }).ended;
  other.close();
  expect(taken).toEqual({ code: 1, said: `Port ${port} is in use. Stop what uses it, or set PORT.\n` });
});

/** The processes that a server runs as its workers. */
function workersOf(parent = 0): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'));
}
