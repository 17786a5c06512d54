import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type FaultyProxy, openFaultyProxy, s3Faults } from '../../../test/servers/faulty-proxy.ts';
import { s3SettingsOf, startS3 } from '../../../test/servers/s3-server.ts';
import { readConfig } from '../config/config.ts';
import { type FileStore, MissingFile } from './store.ts';
import type { LogFields } from '../log/log.ts';
import { openS3 } from './s3-store.ts';

let server: Awaited<ReturnType<typeof startS3>>;
let proxy: FaultyProxy;
let folder: string;
let said: [LogFields, string][];
const say = (fields: LogFields, message: string) => void said.push([fields, message]);
const log = { debug() {}, info: say, warn() {}, error: say };
beforeAll(async () => {
  server = await startS3();
  proxy = await openFaultyProxy(server.endpoint);
  folder = await mkdtemp(join(tmpdir(), 'carecommons-s3-store-'));
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

const settingsOf = (given: Record<string, string>) => {
  const { s3 } = readConfig({ DATA_DIR: folder, SECRET: 'x', ...given });
  if (s3 === undefined) throw new Error('no store is set');
  return s3;
};
const nameOf = () => randomBytes(20).toString('hex');
let store: FileStore;
beforeEach(() => {
  said = [];
  proxy.plan();
  store = storeLeftAlone(1000);
});
const storeLeftAlone = (leftAlone: number) =>
  openS3(settingsOf(s3SettingsOf(proxy.endpoint, `${nameOf()}/`)), log, { silent: 1000, leftAlone });

async function put(data: Buffer, name = nameOf()) {
  const path = join(folder, name);
  await writeFile(path, data);
  await store.put(name, path);
  return name;
}
const read = async (name: string, range?: { start: number; end: number }) =>
  Buffer.concat(await (await store.open(name)).read(range).toArray());
async function listed(after?: string) {
  const files = [];
  for await (const file of store.list(after)) files.push(file);
  return files;
}
const names = async (after?: string) => (await listed(after)).map(({ name }) => name);

test.each([1, 262_143, 262_144, 262_145, 3_000_000])('a file of %i bytes comes back', async (bytes) => {
  const data = randomBytes(bytes);
  const name = await put(data);
  expect((await store.open(name)).bytes).toBe(bytes);
  expect((await read(name)).equals(data)).toBe(true);
  expect(existsSync(join(folder, name))).toBe(false);
});

test('a large file takes few requests, and a part of it no more than is asked for', async () => {
  const data = randomBytes(20_000_000);
  const name = await put(data);
  proxy.plan();
  expect((await read(name)).equals(data)).toBe(true);
  expect(proxy.passed().length).toBeLessThanOrEqual(20);
  proxy.plan();
  expect(await read(name, { start: 9_000_000, end: 9_000_009 })).toEqual(data.subarray(9_000_000, 9_000_010));
  expect(proxy.passed().map(({ headers }) => headers.range)).toEqual(['bytes=0-262143', 'bytes=9000000-9000009']);
});

test('what is put is signed with its SHA-256, and goes with its MD5', async () => {
  const data = randomBytes(1000);
  await put(data);
  const [sent] = proxy.passed();
  expect(sent?.headers).toMatchObject({
    'content-length': '1000',
    'content-md5': createHash('md5').update(data).digest('base64'),
    'x-amz-content-sha256': createHash('sha256').update(data).digest('hex'),
  });
  expect(sent?.headers.authorization).toMatch(/SignedHeaders=content-md5;host;x-amz-content-sha256;x-amz-date,/);
});

test('the same again is no error, nor is removing what is not there', async () => {
  const data = randomBytes(5000);
  const name = await put(data);
  await put(data, name);
  expect(await names()).toEqual([name]);
  await store.remove(name);
  await store.remove(name);
  expect(await names()).toEqual([]);
  await expect(store.open(name)).rejects.toBeInstanceOf(MissingFile);
});

test('lists its own alone, in order, page by page', async () => {
  const given = Array.from({ length: 1005 }, nameOf).toSorted();
  for (let at = 0; at < given.length; at += 100) {
    await Promise.all(given.slice(at, at + 100).map((name) => put(Buffer.from('x'), name)));
  }
  const path = join(folder, 'another');
  await writeFile(path, 'x');
  await store.put('another', path);
  proxy.plan();
  const all = await listed();
  expect(all.map(({ name }) => name)).toEqual(given);
  expect(proxy.passed()).toHaveLength(2);
  expect(all[0]).toMatchObject({ bytes: 1 });
  expect(Math.abs(Date.now() - (all[0]?.changed.getTime() ?? 0))).toBeLessThan(300_000);
  expect(await names(given[1000])).toEqual(given.slice(1001));
});

describe.each(s3Faults)('%s', (fault) => {
  test('once at any request, is made good by asking again', async () => {
    const data = randomBytes(1_500_000);
    proxy.plan({ fault });
    const name = await put(data);
    expect(proxy.passed().map((one) => one.method)).toEqual(['PUT', 'PUT']);
    for (const from of [1, 2, 3]) {
      proxy.plan({ fault, from });
      expect((await read(name)).equals(data)).toBe(true);
      expect(proxy.passed().filter((one) => one.fault === fault)).toHaveLength(1);
    }
    proxy.plan({ fault });
    expect(await names()).toEqual([name]);
    proxy.plan({ fault });
    await store.remove(name);
    expect(await names()).toEqual([]);
  }, 60_000);

  test('again and again, is 503 before long, and nothing is asked any more until the store is found to be back', async () => {
    const data = randomBytes(5000);
    proxy.plan({ fault, times: Infinity });
    await expect(put(data)).rejects.toMatchObject({ code: 'busy', status: 503, headers: { 'retry-after': '5' } });
    await expect(put(data)).rejects.toMatchObject({ code: 'busy' });
    const asked = proxy.passed().length;
    expect(asked).toBe(5);
    await expect(put(data)).rejects.toMatchObject({ code: 'busy' });
    expect(proxy.passed()).toHaveLength(asked);
    expect(said.at(-1)?.[1]).toBe('the S3 store is away: it is left alone for a while');
    proxy.plan();
    await expect
      .poll(() =>
        put(data).then(
          () => 'kept',
          () => 'away',
        ),
      )
      .toBe('kept');
    expect(said.at(-1)?.[1]).toBe('the S3 store is back');
  }, 60_000);
});

test.each([
  [{ S3_SECRET_ACCESS_KEY: 'wrong' }, 403],
  [{ S3_BUCKET: 'nowhere' }, 404],
])('a store that refuses (%j) is asked once, and that is told', async (wrong, status) => {
  const refusing = openS3(settingsOf({ ...s3SettingsOf(proxy.endpoint), ...wrong }), log);
  await expect(refusing.open(nameOf())).rejects.toMatchObject({ code: 'busy' });
  expect(said).toEqual([[{ setting: 'S3_ENDPOINT', status }, 'the S3 store refuses requests']]);
  expect(proxy.passed()).toHaveLength(1);
});

test('a store that is not there is 503', async () => {
  const gone = openS3(settingsOf(s3SettingsOf('http://127.0.0.1:9')), log);
  await expect(gone.open(nameOf())).rejects.toMatchObject({ code: 'busy' });
});

test('an object of nothing, which has no first byte, is empty', async () => {
  const empty = http.createServer((_, response) => void response.writeHead(416).end('<Error/>')).listen(0, '127.0.0.1');
  onTestFinished(() => void empty.close());
  await once(empty, 'listening');
  const { port } = empty.address() as AddressInfo;
  const opened = await openS3(settingsOf(s3SettingsOf(`http://127.0.0.1:${port}`)), log).open(nameOf());
  expect([opened.bytes, await opened.read().toArray()]).toEqual([0, []]);
});

test('sixteen requests at once, and no more', async () => {
  store = storeLeftAlone(60_000);
  const name = await put(randomBytes(1000));
  proxy.plan({ fault: 'hang', times: Infinity });
  const hanging = Array.from({ length: 60 }, () => read(name).catch((error) => error.code));
  await expect.poll(() => proxy.passed().length).toBe(16);
  // Those who waited are told at once when five have failed, and ask for nothing.
  expect(new Set(await Promise.all(hanging))).toEqual(new Set(['busy']));
  expect(proxy.passed().length).toBeLessThanOrEqual(20);
});
