import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/servers/free-port.ts';
import { StartError } from '../errors/errors.ts';
import { waitForDatabase } from './wait-for-database.ts';

const { app } = inject('postgres');
const ignore = (_facts: unknown) => {};
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const wait = (address: pg.ClientConfig, log = silent) => waitForDatabase(address, { setting: 'DATABASE_URL', log });

/** The database of the tests, at a port that `open` opens. */
async function laterDatabase() {
  const port = await freePort();
  const target =
    app.host?.startsWith('/') === true
      ? { path: join(app.host, `.s.PGSQL.${app.port ?? 5432}`) }
      : { host: app.host ?? 'localhost', port: app.port ?? 5432 };
  const server = createServer((client) => {
    const database = connect(target);
    client.pipe(database).pipe(client);
    for (const side of [client, database]) side.on('error', () => {});
  });
  onTestFinished(() => void server.close());
  const open = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  return { address: { ...app, host: '127.0.0.1', port }, open };
}

test('waits for a database that is not there yet, and goes on once it is', async () => {
  const { address, open } = await laterDatabase();
  const warnings: unknown[] = [];
  const warned = Promise.withResolvers<void>();
  const waiting = wait(address, {
    ...silent,
    warn: (facts: unknown) => {
      warnings.push(facts);
      warned.resolve();
    },
  });
  await warned.promise;
  expect(warnings).toEqual([{ setting: 'DATABASE_URL', code: 'ECONNREFUSED' }]);
  await open();
  await waiting;
});

test('stops waiting when it is told to', async () => {
  const { address } = await laterDatabase();
  const stop = new AbortController();
  const waiting = waitForDatabase(address, { setting: 'DATABASE_URL', log: silent, signal: stop.signal });
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
});

test.each([
  [
    'a database that does not exist',
    { database: 'nowhere' },
    'There is no database nowhere. Create it, or correct its name in DATABASE_URL.',
  ],
  ['a role that does not exist', { user: 'nobody_here' }, /nobody_here.* in DATABASE_URL/],
  [
    'an encrypted connection that the server does not speak',
    { ssl: true },
    /DATABASE_URL cannot be used: The server does not support SSL/,
  ],
])('%s is a sentence that names the setting', async (_, change, sentence) => {
  const refused = wait({ ...app, ...change });
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(sentence);
});
