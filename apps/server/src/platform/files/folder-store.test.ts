import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmdirSync } from 'node:fs';
import disk, { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { storedFiles } from '../../../test/fixtures/stored-files.ts';
import { type Files, openFiles } from './stored-files.ts';
import { openFolder } from './folder-store.ts';
import { openMasterKeys } from '../crypto/crypto.ts';

/** Fails the Nth step that touches the disk, with a code; counts them all. */
const fault = { at: 0, steps: 0, code: 'EIO' };

const faulty =
  <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
  async (...args: A) => {
    if (++fault.steps === fault.at) throw Object.assign(new Error(fault.code), { code: fault.code });
    return await work(...args);
  };

// Node's own functions are replaced, for all that have imported them already too.
beforeAll(() => {
  const { open, mkdir, rename, rm: remove } = disk;
  const openFaulty = faulty(async (...args: Parameters<typeof open>) => {
    const handle = await open(...args);
    handle.appendFile = faulty(handle.appendFile.bind(handle));
    handle.sync = faulty(handle.sync.bind(handle));
    handle.read = faulty(handle.read.bind(handle) as never) as never;
    handle.stat = faulty(handle.stat.bind(handle) as never) as never;
    return handle;
  });
  Object.assign(disk, { open: openFaulty, mkdir: faulty(mkdir as never), rename: faulty(rename), rm: faulty(remove) });
  syncBuiltinESMExports();
  return () => {
    Object.assign(disk, { open, mkdir, rename, rm: remove });
    syncBuiltinESMExports();
  };
});

const owner = 7;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const masterKeys = `1:${randomBytes(32).toString('base64')}`;
const openIn = (dataDir: string) => openFiles(dataDir, openMasterKeys({ masterKeys, dataDir }), quiet);

let folder: string;
let files: Files;
beforeEach(async () => {
  fault.at = 0;
  folder = await mkdtemp(join(tmpdir(), 'carecommons-folder-'));
  files = openIn(folder);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const all = (at = folder) => storedFiles({ store: openFolder(at), config: { dataDir: at } });
const content = async (stream: Readable) => Buffer.concat(await stream.toArray());
const pieces = (data: Buffer) => Readable.from([data.subarray(0, 1000), data.subarray(1000)]);
const keep = async (data: Buffer, into = files) => await (await into.write(pieces(data), data.length, owner)).commit();

describe.each([
  ['EIO', 'busy'],
  ['ENOSPC', 'storage_full'],
  ['EDQUOT', 'storage_full'],
  ['EROFS', 'busy'],
  ['EMFILE', 'busy'],
])('%s at any step', (code, problem) => {
  test(`is ${problem}, leaves nothing, and spoils nothing that comes later`, async () => {
    const data = randomBytes(3000);
    fault.steps = 0;
    await keep(data, openIn(join(folder, 'first')));
    const steps = fault.steps;
    expect(steps).toBeGreaterThan(9);
    fault.code = code;
    for (let at = 1; at <= steps; at++) {
      const own = join(folder, String(at));
      const fresh = openIn(own);
      [fault.steps, fault.at] = [0, at];
      await expect(keep(data, fresh), `step ${at}`).rejects.toMatchObject({ code: problem });
      expect(await all(own), `step ${at}`).toEqual([]);
      fault.at = 0;
      const key = await keep(data, fresh);
      expect(await content((await fresh.open(key)).read())).toEqual(data);
    }
  });
});

test('the sweep takes what could not be removed at once', async () => {
  const draft = await files.write(pieces(randomBytes(3000)), 5000, owner);
  [fault.steps, fault.at] = [0, 1];
  await draft.discard();
  fault.at = 0;
  const kept = await keep(randomBytes(3000));
  [fault.steps, fault.at] = [0, 1];
  await files.remove(kept.file);
  fault.at = 0;
  expect(await all()).toHaveLength(2);
  vi.setSystemTime(Date.now() + 2 * 3600_000);
  onTestFinished(() => void vi.useRealTimers());
  // What this process left aside itself is taken once it has ended.
  expect(await files.sweep(async () => new Set())).toBe(1);
});

const mayMount = () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const at = mkdtempSync(join(tmpdir(), 'carecommons-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', at]);
  if (status === 0) spawnSync('umount', [at]);
  rmdirSync(at);
  return status === 0;
};

test.skipIf(!mayMount())('a disk that is really full: 507, nothing partial, and room is room again', async () => {
  const full = await mkdtemp(join(tmpdir(), 'carecommons-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', full]);
  onTestFinished(async () => {
    execFileSync('umount', [full]);
    await rm(full, { recursive: true });
  });
  const small = openIn(full);
  const { file } = await keep(randomBytes(600_000), small);
  await expect(keep(randomBytes(600_000), small)).rejects.toMatchObject({ code: 'storage_full' });
  expect(await all(full)).toHaveLength(1);
  await small.remove(file);
  const again = randomBytes(600_000);
  expect(await content((await small.open(await keep(again, small))).read())).toEqual(again);
});
