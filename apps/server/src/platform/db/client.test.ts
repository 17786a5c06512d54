import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../../test/servers/certificate.ts';
import { Client } from './client.ts';

/** Starts a server that says nothing more once `greet` is done, and gives a connection to it and what becomes of the connection. */
async function connecting(greet: (socket: Socket, done: () => void) => void, ssl: object | false) {
  let over = () => {};
  const closed = new Promise<void>((resolve) => (over = resolve));
  let begun = () => {};
  const silent = new Promise<void>((resolve) => (begun = resolve));
  const server = createServer((socket) => {
    socket.on('close', over).on('error', () => {});
    greet(socket, begun);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const client = new Client({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'care', ssl });
  const connected = client.connect();
  connected.catch(() => {});
  await silent;
  return { client, connected, closed };
}

function encrypted() {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-hang-up-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { key, cert } = makeCertificate(folder);
  const secureContext = createSecureContext({ key, cert });
  return (socket: Socket, done: () => void) =>
    socket.once('data', () => {
      socket.write('S');
      const inside = new TLSSocket(socket, { isServer: true, secureContext });
      inside.on('error', () => {}).once('data', done);
    });
}

// By the driver's `stream` setting alone. Where it is gone, connections to a database that hangs would never end.
test.each([
  ['plain', () => (socket: Socket, done: () => void) => socket.once('data', done), false],
  ['encrypted', encrypted, { rejectUnauthorized: false }],
] as const)('a connection to a server that hangs is ended at once: %s', async (_, greet, ssl) => {
  const { client, connected, closed } = await connecting(greet(), ssl);
  client.hangUp();
  await expect(connected).rejects.toThrow('Connection terminated');
  await closed;
});
