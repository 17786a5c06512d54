import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../../test/servers/certificate.ts';
import type { Config } from './read-config.ts';
import { addressesOf, openClient } from '../db/db.ts';
import type { Job } from '../jobs/jobs.ts';
import { mailWork } from '../mail/mail.ts';
import { openRequests } from '../files/s3-requests.ts';

// What an encrypted connection says before the other side has shown who it is. Redis has its own test, with a real one.

const folder = mkdtempSync(join(tmpdir(), 'carecommons-certificates-'));
const { key, cert } = makeCertificate(folder);
const trusted = getCACertificates('default');
/** What has come out of the encryption. */
let heard = 0;
const ports = { database: 0, store: 0, mail: 0 };

function hear(socket: Socket, greeting = '') {
  const secureContext = createSecureContext({ key, cert });
  const inside = new TLSSocket(socket, { isServer: true, secureContext });
  inside.on('error', () => {});
  if (greeting !== '') inside.write(greeting);
  inside.on('data', (chunk: Buffer) => {
    heard += chunk.length;
    inside.end();
  });
}
const servers = {
  // A client of PostgreSQL asks for encryption first, without it.
  database: createServer((socket) =>
    socket.once('data', () => {
      socket.write('S');
      hear(socket);
    }),
  ),
  store: createServer((socket) => hear(socket)),
  mail: createServer((socket) => hear(socket, '220 Good day\r\n')),
};

beforeAll(async () => {
  for (const name of ['database', 'store', 'mail'] as const) {
    await once(servers[name].listen(0, '127.0.0.1'), 'listening');
    ports[name] = (servers[name].address() as AddressInfo).port;
  }
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  for (const server of Object.values(servers)) server.close();
  rmSync(folder, { recursive: true });
});

const database = (mode: string) => (host: string) =>
  openClient(addressesOf(`postgresql://app:secret@${host}:${ports.database}/care?${mode}`));
const speak: Record<string, (host: string) => Promise<unknown>> = {
  'the database (verify-full)': database('sslmode=verify-full'),
  'the database (require)': database('sslmode=require'),
  'the database (ssl)': database('ssl=true'),
  'the store': (host) => {
    const settings = { endpoint: `https://${host}:${ports.store}`, region: 'a', bucket: 'b', prefix: '' };
    return openRequests({ ...settings, accessKeyId: 'id', secretAccessKey: 'secret' }, 3000)({ method: 'GET' });
  },
  'the mail server': (host) => {
    const config = { smtpUrl: `smtps://${host}:${ports.mail}`, mailFrom: 'care@example.org' } as Config;
    const payload = { to: 'asha@example.org', subject: 'A word', text: 'Look here' };
    return mailWork(config, 'https://care.example.org').letter({ uid: 'a', payload, created_at: new Date() } as Job);
  },
};

test.each(Object.keys(speak))('%s learns nothing before its certificate is found good, for its name', async (name) => {
  const hears = async (host: string) => {
    heard = 0;
    await expect((speak[name] as (typeof speak)[string])(host)).rejects.toBeInstanceOf(Error);
    return heard > 0;
  };
  setDefaultCACertificates(trusted);
  expect(await hears('localhost')).toBe(false);
  setDefaultCACertificates([...trusted, cert]);
  expect(await hears('127.0.0.1')).toBe(false);
  expect(await hears('localhost')).toBe(true);
});
