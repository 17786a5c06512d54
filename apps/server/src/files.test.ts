import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type FaultyProxy, openFaultyProxy } from '../test/servers/faulty-proxy.ts';
import { s3SettingsOf, startS3 } from '../test/servers/s3-server.ts';
import { bytesOf, isStored } from '../test/fixtures/stored-files.ts';
import { readConfig, type S3Settings } from './platform/config/config.ts';
import { type FileStore, openFolder, openS3, openStore } from './platform/files/files.ts';

// Each starts the command several times.
vi.setConfig({ testTimeout: 90_000 });

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let server: Awaited<ReturnType<typeof startS3>>;
let proxy: FaultyProxy;
let dataDir: string;
let settings: Record<string, string>;
let [folder, store] = [] as unknown as [FileStore, FileStore];
beforeAll(async () => {
  server = await startS3();
  proxy = await openFaultyProxy(server.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});
beforeEach(async () => {
  proxy.plan();
  dataDir = await mkdtemp(join(tmpdir(), 'carecommons-move-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  settings = { DATA_DIR: dataDir, SECRET: 'x', ...s3SettingsOf(proxy.endpoint, `${basename(dataDir)}/`) };
  folder = openFolder(dataDir);
  store = openS3(readConfig(settings).s3 as S3Settings, quiet);
});

/** New files in a store, by their names. */
async function fill(into: FileStore, count: number) {
  const files = new Map<string, Buffer>();
  for (let n = 0; n < count; n++) {
    const [name, data] = [randomBytes(20).toString('hex'), randomBytes(1000 + Math.floor(Math.random() * 400_000))];
    const path = join(dataDir, name);
    await writeFile(path, data);
    await into.put(name, path);
    files.set(name, data);
  }
  return files;
}

function start(...words: string[]) {
  const child = spawn(process.execPath, [new URL('files.ts', import.meta.url).pathname, ...words], {
    env: { PATH: process.env.PATH, ...settings },
  });
  const said = { out: '', error: '' };
  child.stdout.on('data', (text) => (said.out += text));
  child.stderr.on('data', (text) => (said.error += text));
  return { child, said, ended: once(child, 'close').then(() => ({ ...said, code: child.exitCode })) };
}
const run = (...words: string[]) => start(...words).ended;

async function namesIn(one: FileStore) {
  const names = [];
  for await (const { name } of one.list()) names.push(name);
  return names;
}
async function expectAll(one: FileStore, files: Map<string, Buffer>) {
  expect(await namesIn(one)).toEqual([...files.keys()].toSorted());
  for (const [name, data] of files) expect((await bytesOf(one, name)).equals(data)).toBe(true);
}

test('all files go to the store and back, and nothing is removed unless that is asked', async () => {
  const files = await fill(folder, 12);
  const there = await run('to-store');
  // How far it is, it says where it takes longer.
  expect([there.code, there.error.replaceAll(/^12 files: \d+ %\n/gm, '')]).toEqual([0, '']);
  expect(there.out).toMatch(/^12 files \([\d.]+ MB\) are in the S3 store, .*; 0 of them were there before\.\n/);
  await expectAll(store, files);
  await expectAll(folder, files);
  expect((await run('to-store', '--remove')).out).toMatch(/12 of them were there before\.\nThey were removed from/);
  await expectAll(folder, new Map());
  expect((await run('to-folder', '--remove')).code).toBe(0);
  await expectAll(folder, files);
  await expectAll(store, new Map());
});

test('killed at any instant it goes on when it is begun anew', async () => {
  const files = await fill(folder, 15);
  for (const requests of [4, 25]) {
    proxy.plan();
    const { child, ended } = start('to-store');
    // Somewhere within it.
    await expect.poll(() => proxy.passed().length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(requests);
    child.kill('SIGKILL');
    await ended;
  }
  const { out, code } = await run('to-store');
  expect([code, out.startsWith('15 files')]).toEqual([0, true]);
  await expectAll(store, files);
  await expectAll(folder, files);
});

test('what is there and is another is copied anew', async () => {
  const files = await fill(folder, 3);
  const [name = '', data = Buffer.alloc(0)] = [...files][0] ?? [];
  const path = join(dataDir, name);
  await writeFile(path, randomBytes(data.length));
  await store.put(name, path);
  expect((await run('to-store')).out).toMatch(/^3 files .*; 0 of them/);
  await expectAll(store, files);
});

test('while it runs, files come and go', async () => {
  const files = await fill(folder, 20);
  const { ended } = start('to-store');
  await expect.poll(() => proxy.passed().length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(10);
  for (const [name, data] of await fill(folder, 5)) files.set(name, data);
  expect((await ended).code).toBe(0);
  await expectAll(store, files);
});

test('a server with the store serves what lies in the folder yet, and lists both', async () => {
  const [older, newer] = [await fill(folder, 3), await fill(store, 3)];
  const [both = ''] = older.keys();
  const path = join(dataDir, both);
  await writeFile(path, older.get(both) as Buffer);
  await store.put(both, path);
  const all = openStore(readConfig(settings), quiet);
  await expectAll(all, new Map([...older, ...newer]));
  const after = [...older.keys(), ...newer.keys()].toSorted()[2] as string;
  const rest = [];
  for await (const { name } of all.list(after)) rest.push(name);
  expect(rest).toEqual([...older.keys(), ...newer.keys()].toSorted().slice(3));
  await all.remove(both);
  expect([await isStored(folder, both), await isStored(store, both)]).toEqual([false, false]);
});

test.each([
  [[], /^Usage:/],
  [['to-store', 'now'], /^Usage:/],
  [['to-store', '--all'], /^Usage:/],
])('%j is no command', async (words, sentence) => {
  const { code, error } = await run(...words);
  expect([code, sentence.test(error)]).toEqual([1, true]);
});

test('without a store, or where it does not answer, that is said', async () => {
  await fill(folder, 1);
  proxy.plan({ fault: 'slow_down', times: Infinity });
  expect((await run('to-store')).error).toContain('The S3 store does not answer. Run this again');
  settings = { DATA_DIR: dataDir, SECRET: 'x' };
  expect((await run('to-store')).error).toContain('S3_ENDPOINT must be set');
});
