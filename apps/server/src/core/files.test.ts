import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Files, openFiles } from './files.ts';

/** Fails the Nth step that touches the disk, with a code; counts them all. */
const fault = vi.hoisted(() => ({ at: 0, steps: 0, code: 'EIO' }));

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const faulty =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      if (++fault.steps === fault.at) throw Object.assign(new Error(fault.code), { code: fault.code });
      return await work(...args);
    };
  const faultyOpen = faulty(async (...args: Parameters<typeof real.open>) => {
    const handle = await real.open(...args);
    handle.appendFile = faulty(handle.appendFile.bind(handle));
    handle.sync = faulty(handle.sync.bind(handle));
    return handle;
  });
  return { ...real, open: faultyOpen, mkdir: faulty(real.mkdir as never), rename: faulty(real.rename) };
});

let folder: string;
let files: Files;
beforeEach(async () => {
  fault.at = 0;
  folder = await mkdtemp(join(tmpdir(), 'carecommons-files-'));
  files = openFiles(folder);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const all = async (at = folder) => {
  const entries = await readdir(join(at, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};
const content = async (stream: Readable) => Buffer.concat(await stream.toArray());
const pieces = (data: Buffer) => Readable.from([data.subarray(0, 1000), data.subarray(1000)]);
const keep = async (data: Buffer, into = files) => await (await into.write(pieces(data), data.length)).keep();

describe('a file that is written', () => {
  test('comes back bit by bit, whole or in part, under a name that says nothing', async () => {
    const data = randomBytes(200_000);
    const draft = await files.write(pieces(data), data.length);
    expect([draft.bytes, draft.sha256]).toEqual([data.length, createHash('sha256').update(data).digest()]);
    expect(await content(draft.read())).toEqual(data);
    expect(await content(draft.read({ start: 5, end: 9 }))).toEqual(data.subarray(5, 10));
    const key = await draft.keep();
    expect(key).toMatch(/^[\da-f]{40}$/);
    expect(await content((await files.open(key)).read())).toEqual(data);
    expect(await content((await files.open(key)).read({ start: 199_999, end: 199_999 }))).toEqual(data.subarray(-1));
    expect(await all()).toEqual([join(folder, 'files', key.slice(0, 2), key.slice(2))]);
    await files.remove(key);
    await expect(files.open(key)).rejects.toThrow('a stored file is missing');
  });

  test('is counted while it comes', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1000;
        yield Buffer.alloc(1000);
      }
    }
    await expect(files.write(endless(), 5000)).rejects.toMatchObject({ code: 'too_large' });
    expect(given).toBeLessThanOrEqual(6000);
    expect(await all()).toEqual([]);
  });

  test('leaves nothing where its source breaks off, or it is discarded', async () => {
    async function* broken() {
      yield Buffer.alloc(1000);
      throw new Error('cut');
    }
    await expect(files.write(broken(), 5000)).rejects.toThrow('cut');
    await (await files.write(pieces(randomBytes(3000)), 5000)).discard();
    expect(await all()).toEqual([]);
  });

  test('is not taken for what it is not', async () => {
    const key = await keep(randomBytes(2000));
    await writeFile(join(folder, 'files', key.slice(0, 2), key.slice(2)), 'CCFILE\u0002\nxxxxxxxx');
    await expect(files.open(key)).rejects.toThrow('a stored file has an unknown format');
  });
});

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
    await keep(data, openFiles(join(folder, 'first')));
    const steps = fault.steps;
    expect(steps).toBeGreaterThan(9);
    fault.code = code;
    for (let at = 1; at <= steps; at++) {
      const own = join(folder, String(at));
      const fresh = openFiles(own);
      [fault.steps, fault.at] = [0, at];
      await expect(keep(data, fresh), `step ${at}`).rejects.toMatchObject({ code: problem });
      expect(await all(own), `step ${at}`).toEqual([]);
      fault.at = 0;
      const key = await keep(data, fresh);
      expect(await content((await fresh.open(key)).read())).toEqual(data);
    }
  });
});

describe('the sweep', () => {
  const known =
    (...keys: string[]) =>
    async (asked: string[]) =>
      new Set(asked.filter((key) => keys.includes(key)));

  test('takes what a dead process left, and nothing that is being written', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { openFiles } from ${JSON.stringify(new URL('files.ts', import.meta.url).href)};
       await openFiles(${JSON.stringify(folder)}).write((async function* () {
         yield Buffer.alloc(10); process.stdout.write('.'); await new Promise((r) => setTimeout(r, 60_000)); })(), 99);`,
    ]);
    await once(child.stdout, 'data');
    const draft = await files.write(pieces(randomBytes(3000)), 5000);
    expect(await all()).toHaveLength(2);
    expect(await files.sweep(known())).toBe(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await files.sweep(known())).toBe(1);
    const key = await draft.keep();
    expect(await files.sweep(known())).toBe(0);
    expect(await all()).toEqual([join(folder, 'files', key.slice(0, 2), key.slice(2))]);
  });

  test("takes another machine's leavings only when they are old", async () => {
    const incoming = join(folder, 'files', 'incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(join(incoming, '00000000.1.00000000.aa'), 'x');
    expect(await files.sweep(known())).toBe(0);
    vi.setSystemTime(Date.now() + 2 * 3600_000);
    onTestFinished(() => void vi.useRealTimers());
    expect(await files.sweep(known())).toBe(1);
  });

  test('takes old files that no row names, and asks the database for no others', async () => {
    const [named, orphan] = [await keep(randomBytes(2000)), await keep(randomBytes(2000))];
    const asked = vi.fn<ReturnType<typeof known>>(known(named));
    expect(await files.sweep(asked)).toBe(0);
    expect(asked).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 2 * 3600_000);
    onTestFinished(() => void vi.useRealTimers());
    expect(await files.sweep(asked)).toBe(1);
    expect(await all()).toEqual([join(folder, 'files', named.slice(0, 2), named.slice(2))]);
    await expect(files.open(orphan)).rejects.toThrow('missing');
  });

  test('stands an empty folder', async () => {
    expect(await files.sweep(known())).toBe(0);
  });
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
  const disk = await mkdtemp(join(tmpdir(), 'carecommons-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]);
  onTestFinished(async () => {
    execFileSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });
  const small = openFiles(disk);
  const key = await keep(randomBytes(600_000), small);
  await expect(keep(randomBytes(600_000), small)).rejects.toMatchObject({ code: 'storage_full' });
  expect(await all(disk)).toHaveLength(1);
  await small.remove(key);
  const again = randomBytes(600_000);
  expect(await content((await small.open(await keep(again, small))).read())).toEqual(again);
});
