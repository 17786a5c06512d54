import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { postgresProcessesOf } from '../src/platform/process/process.ts';
import { realServers, type Started } from './servers/real-server.ts';

// The real process, as npm start runs it: the first test on an empty data folder, the others on copies of what it leaves.

const first = realServers();
afterAll(() => first.remove());

let dataDir: string;
let start: ReturnType<typeof realServers>['start'];
let remove: () => Promise<void>;

beforeEach(() => {
  ({ dataDir, start, remove } = realServers(first.dataDir));
});
afterEach(() => remove());

const register = (address: string, username: string) =>
  fetch(`${address}/register/user/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, email: 'a@example.org', password: 'violet tractor 88' }),
  });

test('starts on an empty folder, keeps what it acknowledged, and starts again', { timeout: 180_000 }, async () => {
  const fresh = first.start();
  const address = await fresh.ready;
  expect((await fetch(`${address}/healthz/ready/`)).status).toBe(200);
  expect((await fetch(`${address}/`)).headers.get('content-type')).toContain('text/html');
  expect((await register(address, 'kept')).status).toBe(201);
  fresh.child.kill('SIGTERM');
  const { code, said } = await fresh.ended;
  expect(code).toBe(0);
  expect(said).toMatch(/Demo logins.*\n +patient +\S+ +\S+/);
  expect(postgresProcessesOf(join(first.dataDir, 'postgres'))).toEqual([]);

  const again = first.start();
  expect((await register(await again.ready, 'KEPT')).status).toBe(409);
  const { said: saidAgain } = await stop(again);
  expect(saidAgain.slice(saidAgain.indexOf('Demo logins'))).toBe(said.slice(said.indexOf('Demo logins')));
});

async function stop({ child, ended }: Started) {
  child.kill('SIGINT');
  return await ended;
}

test('a request that runs when it is told to stop gets its answer', { timeout: 180_000 }, async () => {
  const server = start({ MODE: 'demo' });
  const { hostname, port } = new URL(await server.ready);
  const body = JSON.stringify({ username: 'late', email: 'a@example.org', password: 'violet tractor 88' });
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  const closed = once(socket, 'close');
  socket.write(
    `POST /register/user/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  // Half of the request is there when the signal comes, the rest after it.
  socket.write(body.slice(0, 10));
  await new Promise((resolve) => setImmediate(resolve));
  await fetch(`http://${hostname}:${port}/healthz/live/`);
  server.child.kill('SIGTERM');
  await until(
    async () =>
      !(await fetch(`http://${hostname}:${port}/healthz/live/`).then(
        () => true,
        () => false,
      )),
  );
  socket.write(body.slice(10));
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  expect((await server.ended).code).toBe(0);
});

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('what is in the way is one sentence and exit code 1', { timeout: 180_000 }, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = await start({ PORT: String(port) }).ended;
  other.close();
  expect(taken).toEqual({ code: 1, said: `Port ${port} is in use. Stop what uses it, or set PORT.\n` });
  expect(postgresProcessesOf(join(dataDir, 'postgres'))).toEqual([]);

  writeFileSync(join(dataDir, 'file'), '');
  const unwritable = await start({ DATA_DIR: join(dataDir, 'file', 'data') }).ended;
  expect(unwritable.code).toBe(1);
  expect(unwritable.said.trim().split('\n')).toHaveLength(1);

  expect(await start({ MODE: 'live' }).ended).toEqual({ code: 1, said: 'MODE must be one of: demo, production.\n' });
});

test('a second server on the folder is refused, naming the first', { timeout: 180_000 }, async () => {
  const running = start();
  await running.ready;
  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.said).toContain(`pid ${running.child.pid}`);
});
