import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type FaultyProxy, openFaultyProxy } from '../../../test/servers/faulty-proxy.ts';
import { s3SettingsOf, startS3 } from '../../../test/servers/s3-server.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { addFileKey, storedFile } from './file-keys.ts';
import { openInTransaction } from './open-in-transaction.ts';

let server: Awaited<ReturnType<typeof startS3>>;
let proxy: FaultyProxy;
let t: TestApp;
const data = randomBytes(50_000);
let owner: number;
let file: string;
beforeAll(async () => {
  server = await startS3();
  proxy = await openFaultyProxy(server.endpoint);
  t = await testApp(s3SettingsOf(proxy.endpoint));
  owner = (await signUp(t)).user_id;
});
afterAll(async () => {
  proxy.plan();
  await t.close();
  await proxy.close();
  await server.stop();
});
beforeEach(async () => {
  proxy.plan();
  const kept = await (await t.files.write(Readable.from([data]), data.length, owner)).commit();
  await addFileKey(t.db, kept);
  file = kept.file;
});

/** Reads a file as a link does, and says how often the transaction was run. */
async function readFile(inside: (run: number) => Promise<unknown> = async () => {}) {
  let runs = 0;
  const opened = await openInTransaction(t.db, t.files, async (tx, files) => {
    await inside(++runs);
    return await files.open(await storedFile(tx, file, owner));
  });
  return { content: Buffer.concat(await opened.read().toArray()), runs };
}

test('a file is opened between two runs of a transaction', async () => {
  const { content, runs } = await readFile();
  expect([content.equals(data), runs]).toEqual([true, 2]);
});

test('what the first run wrote is undone', async () => {
  await openInTransaction(t.db, t.files, async (tx, files) => {
    await sql`update users set email = email || 'x' where id = ${owner}`.execute(tx);
    await (await files.open(await storedFile(tx, file, owner))).close();
  });
  const { rows } = await sql<{ email: string }>`select email from users where id = ${owner}`.execute(t.db);
  expect(rows[0]?.email).toMatch(/[^x]x$/);
});

test('a transaction that wants no file is run once', async () => {
  let runs = 0;
  await openInTransaction(t.db, t.files, async () => void (runs += 1));
  expect(runs).toBe(1);
});

test('a file whose key is destroyed in between is not given', async () => {
  const reading = readFile(async (run) => {
    if (run === 2) await sql`delete from file_keys where file = ${file}`.execute(t.db);
  });
  await expect(reading).rejects.toMatchObject({ why: 'erased' });
});

test('a file that is not there is told within the transaction', async () => {
  await t.files.remove(file);
  const told: unknown[] = [];
  await openInTransaction(t.db, t.files, async (tx, files) => {
    await files.open(await storedFile(tx, file, owner)).catch((error) => {
      if (!('stored' in error)) told.push(error.why);
      else throw error;
    });
  });
  expect(told).toEqual(['damaged']);
});

test('while the store hangs, those who want no file have the database', async () => {
  proxy.plan({ fault: 'hang', times: Infinity });
  let answered = 0;
  // More than there are connections.
  const wanting = Array.from({ length: 20 }, () => readFile().finally(() => (answered += 1)));
  await expect.poll(() => proxy.passed().length).toBe(16);
  for (let n = 0; n < 20; n++) await sql`select 1`.execute(t.db);
  expect(answered).toBe(0);
  const all = await Promise.allSettled(wanting);
  expect(all.every((one) => one.status === 'rejected' && one.reason.code === 'busy')).toBe(true);
}, 40_000);
