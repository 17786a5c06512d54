import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { rotateFileKeys } from './key-rotation.ts';
import {
  addFileKey,
  destroyFileKeys,
  mustHaveNewestMasterKey,
  warnOfMissingMasterKeys,
  storedFile,
} from './file-keys.ts';
import { openFiles } from './stored-files.ts';
import type { LogFields } from '../log/log.ts';
import { type MasterKey, openMasterKeys, parseMasterKeys, wrap } from '../crypto/crypto.ts';

let t: TestApp;
let owner: number;
beforeAll(async () => {
  t = await testApp();
  owner = (await signUp(t)).user_id;
});
afterAll(() => t.close());
beforeEach(async () => {
  await asOwner(t.db, 'truncate file_keys, master_keys');
});

const key = (version: number) => `${version}:${randomBytes(32).toString('base64')}`;
const [one, two] = [key(1), key(2)];
const said: LogFields[] = [];
const log = { debug() {}, info() {}, warn() {}, error: (fields: LogFields) => void said.push(fields) };
const keysOf = (masterKeys?: string) => openMasterKeys({ masterKeys, dataDir: t.config.dataDir });
const filesWith = (masterKeys?: string) => openFiles(t.config.dataDir, keysOf(masterKeys), log, t.store);
const data = Buffer.alloc(5000, 'of somebody');

async function keep(files = filesWith(one)) {
  const kept = await (await files.write(Readable.from([data]), data.length, owner)).commit();
  await addFileKey(t.db, kept);
  return kept.file;
}
const read = async (file: string, files = filesWith(one)) => {
  const opened = await files.open(await storedFile(t.db, file, owner));
  return Buffer.concat(await opened.read().toArray());
};
const versions = async () => {
  const { rows } = await sql<{ version: number }>`
    select distinct key_version as version from file_keys order by 1`.execute(t.db);
  return rows.map(({ version }) => version);
};

describe('the key of a file', () => {
  test('opens it, until it is destroyed', async () => {
    const [file, other] = [await keep(), await keep()];
    expect(await read(file)).toEqual(data);
    await t.db.transaction().execute((tx) => destroyFileKeys(tx, [file]));
    await expect(read(file)).rejects.toMatchObject({ why: 'erased' });
    expect(await read(other)).toEqual(data);
  });

  test('opens nothing as the file of somebody else, nor as another file', async () => {
    const [file, other] = [await keep(), await keep()];
    await expect(filesWith(one).open(await storedFile(t.db, file, owner + 1))).rejects.toMatchObject({
      why: 'damaged',
    });
    await asOwner(t.db, `update file_keys set wrapped = (select wrapped from file_keys where file = '${other}')`);
    await expect(read(file)).rejects.toMatchObject({ why: 'damaged' });
    expect(await read(other)).toEqual(data);
  });

  test('is not written down where its master key is another one than before', async () => {
    await keep();
    await expect(keep(filesWith(key(1)))).rejects.toMatchObject({ code: 'key_missing' });
    const { rows } = await sql`select 1 from file_keys`.execute(t.db);
    expect(rows).toHaveLength(1);
  });

  test('cannot be bound to another file or person by the application', async () => {
    const file = await keep();
    for (const column of ['file', 'owner_id']) {
      const change = sql`update file_keys set ${sql.ref(column)} = ${sql.ref(column)} where file = ${file}`;
      await expect(change.execute(t.db)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(sql`update master_keys set version = 9`.execute(t.db)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('before an upload', () => {
  const may = (masterKeys: string) => mustHaveNewestMasterKey(t.db, keysOf(masterKeys));

  test('the newest master key must be at hand, as it was', async () => {
    await may(one);
    await keep(filesWith(two));
    await may(`${one} ${two}`);
    await may(`${two} ${key(3)}`);
    const refused = { code: 'key_missing', status: 503 };
    await expect(may(one)).rejects.toMatchObject({ ...refused, cause: { message: /^MASTER_KEYS 2: .* is missing/ } });
    await expect(may(key(2))).rejects.toMatchObject({ ...refused, cause: { message: /^MASTER_KEYS 2: .* another/ } });
  });
});

test('a start says which master keys are wanted and not at hand', async () => {
  await keep(filesWith(one));
  await keep(filesWith(two));
  for (const [masterKeys, lacking] of [
    [`${one} ${two}`, []],
    [two, [1]],
    [`${one} ${key(2)}`, [2]],
    [key(3), [1, 2]],
  ] as const) {
    said.length = 0;
    await warnOfMissingMasterKeys(t.db, keysOf(masterKeys), log);
    expect(said).toEqual(lacking.map((version) => ({ setting: 'MASTER_KEYS', version })));
  }
});

describe('rotation', () => {
  const told: string[] = [];
  const rotate = (masterKeys?: string) => {
    told.length = 0;
    return rotateFileKeys({ db: t.db, keys: keysOf(masterKeys), printLine: (line) => void told.push(line) });
  };

  /** What would tell of a file that was written. */
  async function disk() {
    const files = [];
    for await (const file of t.store.list()) files.push(file);
    return files;
  }

  /** Keys of files that are nowhere, so that there are many. */
  async function addMany(count: number) {
    const [by] = parseMasterKeys(one) as [MasterKey];
    const files = Array.from({ length: count }, () => randomBytes(20).toString('hex'));
    const wrapped = files.map((file) => wrap(by.key, randomBytes(32), { file, owner }));
    await sql`
      insert into file_keys (file, owner_id, key_version, wrapped)
      select n.file, ${owner}, 1, n.wrapped from unnest(${files}::text[], ${wrapped}::bytea[]) n (file, wrapped)`.execute(
      t.db,
    );
  }

  test('wraps all keys anew, batch by batch, and writes no file', async () => {
    const files = [await keep(), await keep(), await keep(filesWith(two))];
    await addMany(1098);
    const before = await disk();
    expect(await rotate(`${one} ${two}`)).toMatch(/^1100 keys of files were wrapped anew with version 2 /);
    expect(told).toEqual(['500 of 1100', '1000 of 1100', '1100 of 1100']);
    expect(await disk()).toEqual(before);
    expect(await versions()).toEqual([2]);
    for (const file of files) expect(await read(file, filesWith(two))).toEqual(data);
    await expect(read(files[0] as string, filesWith(one))).rejects.toMatchObject({ why: 'key_missing' });
  });

  test('goes on where it was stopped, and all is open in between', async () => {
    const files = [await keep(), await keep(), await keep()];
    await addMany(900);
    const both = `${one} ${two}`;
    const stop = () => {
      throw new Error('stopped');
    };
    await expect(rotateFileKeys({ db: t.db, keys: keysOf(both), printLine: stop })).rejects.toThrow('stopped');
    expect(await versions()).toEqual([1, 2]);
    for (const file of files) expect(await read(file, filesWith(both))).toEqual(data);
    expect(await rotate(both)).toMatch(/^403 keys /);
    expect(await versions()).toEqual([2]);
    expect(await rotate(both)).toMatch(/^All is wrapped with version 2 .* add 3:… to MASTER_KEYS first\.$/);
  });

  test('leaves what it cannot open, and says so', async () => {
    const file = await keep();
    const [other, changed] = [await keep(filesWith(two)), await keep(filesWith(two))];
    await asOwner(t.db, `update file_keys set wrapped = set_byte(wrapped, 20, 0) where file = '${changed}'`);
    await expect(rotate(`${two} ${key(3)}`)).rejects.toThrow(
      /^1 keys .* stay as they are: 1 of version 1, 1 of version 2\.$/,
    );
    expect(await versions()).toEqual([1, 2, 3]);
    expect(await read(file)).toEqual(data);
    await expect(read(other, filesWith(two))).rejects.toMatchObject({ why: 'key_missing' });
  });

  test.each([
    ['an older master key than the one in use', one, /^Version 2 of the master key is in use and is not set here\.$/],
    ['another key of the same version', key(2), /^Version 2 of the master key is another one than before\./],
  ])('is refused with %s', async (_, masterKeys, sentence) => {
    await keep(filesWith(two));
    await expect(rotate(masterKeys)).rejects.toThrow(sentence);
    expect(await versions()).toEqual([2]);
  });

  test('makes a version where they are kept in the data folder, which running servers follow', async () => {
    const running = filesWith();
    const file = await keep(running);
    expect(await Promise.all([rotate(), rotate()])).toContainEqual(expect.stringMatching(/^1 keys .* version [23] /));
    expect(await versions()).not.toContain(1);
    expect(await read(file, running)).toEqual(data);
    const later = await keep(running);
    expect(await versions()).not.toContain(1);
    expect(await read(later, filesWith())).toEqual(data);
  });
});
