import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { openListeners } from './listeners.ts';

const clients: Socket[] = [];
afterEach(() => {
  for (const socket of clients.splice(0)) socket.destroy();
});

async function connected(port: number, host = '127.0.0.1') {
  const socket = connect(port, host).on('error', () => {});
  clients.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket, path: string) {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString().slice(9, 12);
}

/** A server with its listeners, and a request that is answered when `finish` is called. */
async function open(host = '127.0.0.1') {
  const app = Fastify();
  let finish = () => {};
  const asked = new Promise<void>((running) => {
    app.get('/slow', async () => {
      running();
      await new Promise<void>((resolve) => (finish = resolve));
      return 'done';
    });
  });
  app.get('/', async () => 'served');
  const listeners = openListeners(app);
  await listeners.listen({ host, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, listeners, port, asked, finish: () => finish() };
}

test('several connections are taken in one turn of the event loop, and all are served', async () => {
  const { app, listeners, port } = await open();
  let turn = 0;
  const counting = setInterval(() => {}, 1);
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const taken = new Map<number, number>();
  app.server.on('connection', () => taken.set(turn, (taken.get(turn) ?? 0) + 1));
  const sockets = await Promise.all(Array.from({ length: 64 }, () => connected(port)));
  const statuses = await Promise.all(sockets.map((socket) => ask(socket, '/')));
  clearImmediate(next);
  clearInterval(counting);
  expect(statuses).toEqual(sockets.map(() => '200'));
  expect([...taken.values()].reduce((sum, count) => sum + count)).toBe(64);
  expect(Math.max(...taken.values())).toBeGreaterThan(1);
  for (const socket of sockets) socket.destroy();
  await listeners.close();
});

test('localhost is reached by each of its addresses', async () => {
  const { listeners, port } = await open('localhost');
  for (const { address } of await lookup('localhost', { all: true }))
    expect([address, await ask(await connected(port, address), '/')]).toEqual([address, '200']);
  for (const socket of clients) socket.destroy();
  await listeners.close();
});

test('who comes to an address that is taken is told so', async () => {
  const { listeners, port } = await open();
  await expect(openListeners(Fastify()).listen({ host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await listeners.close();
});

test('the end takes nothing new, and waits for what is asked, whichever socket it came by', async () => {
  const { listeners, port, asked, finish } = await open();
  const sockets = await Promise.all(Array.from({ length: 32 }, () => connected(port)));
  // One by one until the slow one runs: the others are idle.
  const [slow, ...idle] = sockets as [Socket, ...Socket[]];
  const answer = ask(slow, '/slow');
  await asked;
  for (const socket of idle) socket.destroy();
  let ended = false;
  const end = listeners.close().then(() => (ended = true));
  await expect(connected(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(ended).toBe(false);
  finish();
  expect(await answer).toBe('200');
  slow.destroy();
  await end;
});
