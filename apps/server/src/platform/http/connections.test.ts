import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections } from './connections.ts';

const server = createServer((_request, answer) => answer.end('served'));
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function open() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket) {
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString().slice(9, 12);
}

test('beyond what the system allows, a connection is told to come later, those that are idle make room, and the others go on', async () => {
  // Of so many descriptors 20 are left for connections.
  limitConnections(server, 128 + 64 + 20);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const busy = await open();
  busy.write('GET / HTTP/1.1\r\nhost: localhost\r\n');
  const idle = await open();
  expect(await ask(idle)).toBe('200');
  for (let n = 0; n < 18; n++) await open();

  const idleEnded = once(idle.resume(), 'close');
  const [told] = (await once(await open(), 'data')) as [Buffer];
  expect(told.toString()).toMatch(/^HTTP\/1\.1 503 .*application\/problem\+json.*"code":"busy"/s);
  await idleEnded;
  busy.write('\r\n');
  const [answer] = (await once(busy, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
  await expect.poll(async () => await ask(await open())).toBe('200');
});
