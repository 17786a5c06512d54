import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { s3SettingsOf, startS3 } from '../../../test/servers/s3-server.ts';
import { bytesOf, putBytes, storedFiles } from '../../../test/fixtures/stored-files.ts';
import { readConfig } from '../config/config.ts';
import type { StoredWithKey, Stored } from './file-keys.ts';
import type { FileStore } from './store.ts';
import { type Files, openFiles } from './stored-files.ts';
import { openFolder } from './folder-store.ts';
import type { LogFields } from '../log/log.ts';
import { openMasterKeys } from '../crypto/crypto.ts';
import { openStore } from './open-store.ts';

const owner = 7;
const masterKey = (version: number) => `${version}:${randomBytes(32).toString('base64')}`;
const setting = masterKey(1);
let said: LogFields[];
const log = { debug() {}, info() {}, warn() {}, error: (fields: LogFields) => void said.push(fields) };

let server: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => void (server = await startS3()));
afterAll(() => server.stop());

/** Every store that there is; the cases below hold for each. */
const stores: Record<string, (dataDir: string) => FileStore> = {
  'the data folder': openFolder,
  'an S3 store': (dataDir) => {
    const set = s3SettingsOf(server.endpoint, `${basename(dataDir)}/`);
    return openStore(readConfig({ DATA_DIR: dataDir, SECRET: 'x', ...set }), log);
  },
};

describe.each(Object.keys(stores))('in %s:', (kind) => {
  const openIn = (dataDir: string, masterKeys = setting) =>
    openFiles(dataDir, openMasterKeys({ masterKeys, dataDir }), log, storeIn(dataDir));
  const storeIn = stores[kind] as (typeof stores)[string];
  const isFolder = storeIn === openFolder;

  let folder: string;
  let files: Files;
  let store: FileStore;
  beforeEach(async () => {
    said = [];
    folder = await mkdtemp(join(tmpdir(), 'carecommons-files-'));
    [files, store] = [openIn(folder), storeIn(folder)];
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
  });

  const all = (at = folder) => storedFiles({ store: storeIn(at), config: { dataDir: at } });
  const putInPlace = (stored: Stored, bytes: Buffer) =>
    putBytes({ store, config: { dataDir: folder } }, stored.file, bytes);
  const rawOf = ({ file }: Stored) => bytesOf(store, file);
  const content = async (stream: Readable) => Buffer.concat(await stream.toArray());
  const pieces = (data: Buffer) => Readable.from([data.subarray(0, 1000), data.subarray(1000)]);
  const keep = async (data: Buffer, into = files) =>
    await (await into.write(pieces(data), data.length, owner)).commit();

  describe('a file that is written', () => {
    test('comes back bit by bit, whole or in part, under a name that says nothing', async () => {
      const data = randomBytes(200_000);
      const draft = await files.write(pieces(data), data.length, owner);
      expect([draft.bytes, draft.sha256]).toEqual([data.length, createHash('sha256').update(data).digest()]);
      expect(await content(draft.read())).toEqual(data);
      expect(await content(draft.read({ start: 5, end: 9 }))).toEqual(data.subarray(5, 10));
      const kept = await draft.commit();
      expect(kept.file).toMatch(/^[\da-f]{40}$/);
      expect(await content((await files.open(kept)).read())).toEqual(data);
      for (const [start, end] of [
        [199_999, 199_999],
        [0, 0],
        [65_535, 65_536],
        [65_536, 131_071],
        [131_072, 500_000],
      ] as const) {
        const part = (await files.open(kept)).read({ start, end });
        expect(await content(part)).toEqual(data.subarray(start, end + 1));
      }
      expect(await all()).toEqual([kept.file]);
      await files.remove(kept.file);
      await expect(files.open(kept)).rejects.toMatchObject({ why: 'damaged' });
      expect(said).toEqual([{ count: 1, code: undefined, path: store.locationOf(kept.file) }]);
    });

    test('is counted while it comes', async () => {
      let given = 0;
      async function* endless() {
        for (;;) {
          given += 1000;
          yield Buffer.alloc(1000);
        }
      }
      await expect(files.write(endless(), 5000, owner)).rejects.toMatchObject({ code: 'too_large' });
      expect(given).toBeLessThanOrEqual(6000);
      expect(await all()).toEqual([]);
    });

    test('leaves nothing where its source breaks off, or it is discarded', async () => {
      async function* broken() {
        yield Buffer.alloc(1000);
        throw new Error('cut');
      }
      await expect(files.write(broken(), 5000, owner)).rejects.toThrow('cut');
      await (await files.write(pieces(randomBytes(3000)), 5000, owner)).discard();
      expect(await all()).toEqual([]);
    });

    test.each([0, 1, 65_535, 65_536, 65_537, 131_072])('of %i bytes comes back', async (bytes) => {
      const data = randomBytes(bytes);
      const kept = await keep(data);
      expect(await content((await files.open(kept)).read())).toEqual(data);
    });

    test('never touches the disk as it is, nor do its keys', async () => {
      const data = Buffer.alloc(300_000, 'A plain word. ');
      const draft = await files.write(pieces(data), data.length, owner);
      const [aside] = await all();
      expect((await readFile(join(folder, 'files', 'incoming', aside as string))).includes('plain')).toBe(false);
      expect((await rawOf(await draft.commit())).includes('plain')).toBe(false);
    });

    test('of version 1 comes back as it is, where it has no key', async () => {
      const old = { file: 'ab'.repeat(20), owner, key: undefined };
      const data = randomBytes(150_000);
      await putInPlace(old, Buffer.concat([Buffer.from('CCFILE\u0001\n'), data]));
      expect(await content((await files.open(old)).read())).toEqual(data);
      const part = (await files.open(old)).read({ start: 65_530, end: 131_080 });
      expect(await content(part)).toEqual(data.subarray(65_530, 131_081));
      // Put in the place of an encrypted one, it is refused.
      const { key } = await keep(data);
      await expect(files.open({ ...old, key })).rejects.toMatchObject({ why: 'damaged' });
    });
  });

  /** What is read of a file until it ends or breaks off; `refused` where not a byte was promised. */
  async function readOf(stored: Stored): Promise<{ got: Buffer; whole: boolean; refused?: string }> {
    const got: Buffer[] = [];
    try {
      const opened = await files.open(stored).catch((error) => ({ why: error.why }));
      if ('why' in opened) return { got: Buffer.alloc(0), whole: false, refused: opened.why };
      for await (const chunk of opened.read()) got.push(chunk);
      return { got: Buffer.concat(got), whole: true };
    } catch {
      return { got: Buffer.concat(got), whole: false };
    }
  }

  describe('a file that is not what was stored', () => {
    const chunk = 64 * 1024 + 16;
    const head = 15;
    const data = randomBytes(3 * 64 * 1024 + 1000);
    let kept: StoredWithKey;
    let sealed: Buffer;
    beforeEach(async () => {
      kept = await keep(data);
      sealed = await rawOf(kept);
    });

    test('is never given out with a false byte, whichever bit was changed', async () => {
      const places = [...Array.from({ length: head }, (_, at) => at), head, head + chunk, sealed.length - 1];
      while (places.length < 80) places.push(Math.floor(Math.random() * sealed.length));
      for (const at of places) {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] as number) ^ (1 << (at % 8));
        await putInPlace(kept, changed);
        const { got, whole } = await readOf(kept);
        expect([whole, got.equals(data.subarray(0, got.length))], `bit at ${at}`).toEqual([false, true]);
        // What stands before the changed chunk may have gone out.
        expect(got.length).toBeLessThanOrEqual(Math.max(0, Math.floor((at - head) / chunk)) * 64 * 1024);
      }
      expect(said.at(-1)).toMatchObject({ count: places.length, path: store.locationOf(kept.file) });
    });

    const chunks = () => [0, 1, 2, 3].map((index) => sealed.subarray(head + index * chunk, head + (index + 1) * chunk));
    const put = (...parts: (Buffer | undefined)[]) =>
      putInPlace(kept, Buffer.concat([sealed.subarray(0, head), ...parts.filter((part) => part !== undefined)]));
    test.each<[string, () => Promise<void>]>([
      ['cut by its last chunk', () => putInPlace(kept, sealed.subarray(0, head + 3 * chunk))],
      ['cut within a chunk', () => putInPlace(kept, sealed.subarray(0, head + chunk + 9))],
      ['cut within its head', () => putInPlace(kept, sealed.subarray(0, 9))],
      // The S3 test server says of an empty object that it has a byte; s3-store.test.ts has that case.
      ...(isFolder ? [['empty', () => putInPlace(kept, sealed.subarray(0, 0))] as [string, () => Promise<void>]] : []),
      ['its head alone', () => putInPlace(kept, sealed.subarray(0, head))],
      ['without its first chunk', () => put(...chunks().slice(1))],
      ['with chunks in another order', () => put(chunks()[1], chunks()[0], ...chunks().slice(2))],
      ['longer by a chunk', () => put(...chunks(), chunks()[3])],
      ['another file of the same person', async () => putInPlace(kept, await rawOf(await keep(data)))],
    ])('is refused: %s', async (_, change) => {
      await change();
      const { got, refused } = await readOf(kept);
      expect([got.length, refused]).toEqual([0, 'damaged']);
    });

    test('breaks off at chunks in the middle that changed places', async () => {
      await put(chunks()[0], chunks()[2], chunks()[1], chunks()[3]);
      const { got, whole } = await readOf(kept);
      expect([whole, got.length, got.equals(data.subarray(0, 64 * 1024))]).toEqual([false, 64 * 1024, true]);
    });

    test.each<[string, () => Promise<Stored>]>([
      ["another person's", async () => ({ ...kept, owner: owner + 1 })],
      ["another file's key", async () => ({ ...kept, key: (await keep(data)).key })],
    ])('is refused as %s', async (_, stored) => {
      expect((await readOf(await stored())).refused).toBe('damaged');
    });
  });

  describe('keys', () => {
    test('a file without its key is erased', async () => {
      const kept = await keep(randomBytes(2000));
      await expect(files.open({ ...kept, key: undefined })).rejects.toMatchObject({ why: 'erased' });
      expect(said).toEqual([]);
    });

    test('of several master keys the newest wraps, and each opens what it wrapped', async () => {
      const [before, after] = [await keep(randomBytes(2000)), openIn(folder, `${setting},${masterKey(12)}`)];
      const kept = await keep(randomBytes(2000), after);
      expect([before.key.version, kept.key.version]).toEqual([1, 12]);
      for (const one of [before, kept]) await (await after.open(one)).close();
    });

    test.each([
      ['missing', masterKey(2)],
      ['another', masterKey(1)],
    ])('a master key that is %s is said, and no fault of the file', async (_, master) => {
      const kept = await keep(randomBytes(2000));
      await expect(openIn(folder, master).open(kept)).rejects.toMatchObject({ why: 'key_missing', status: 503 });
      expect(said).toEqual([{ setting: 'MASTER_KEYS', version: 1 }]);
    });

    test('without any master key nothing is kept, and nothing is left', async () => {
      const bare = openFiles(folder, openMasterKeys({ masterKeys: undefined, dataDir: folder }), log);
      await rm(join(folder, 'master-keys'));
      const draft = await bare.write(pieces(randomBytes(2000)), 2000, owner);
      await expect(draft.commit()).rejects.toMatchObject({ code: 'key_missing' });
      expect(await all()).toEqual([]);
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
        `import { openFiles } from ${JSON.stringify(new URL('stored-files.ts', import.meta.url).href)};
       await openFiles(${JSON.stringify(folder)}).write((async function* () {
         yield Buffer.alloc(10); process.stdout.write('.'); await new Promise((r) => setTimeout(r, 60_000)); })(), 99, 7);`,
      ]);
      await once(child.stdout, 'data');
      const draft = await files.write(pieces(randomBytes(3000)), 5000, owner);
      expect(await all()).toHaveLength(2);
      expect(await files.sweep(known())).toBe(0);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(await files.sweep(known())).toBe(1);
      const kept = await draft.commit();
      expect(await files.sweep(known())).toBe(0);
      expect(await all()).toEqual([kept.file]);
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
      const asked = vi.fn<ReturnType<typeof known>>(known(named.file));
      expect(await files.sweep(asked)).toBe(0);
      expect(asked).not.toHaveBeenCalled();
      vi.setSystemTime(Date.now() + 2 * 3600_000);
      onTestFinished(() => void vi.useRealTimers());
      expect(await files.sweep(asked)).toBe(1);
      expect(await all()).toEqual([named.file]);
      await expect(files.open(orphan)).rejects.toMatchObject({ why: 'damaged' });
    });

    test('stands an empty folder', async () => {
      expect(await files.sweep(known())).toBe(0);
    });
  });
});
