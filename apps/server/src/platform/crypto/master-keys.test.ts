import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openMasterKeys, parseMasterKeys } from './master-keys.ts';
import { StartError } from '../errors/errors.ts';

const key = () => randomBytes(32).toString('base64');
const versionsIn = (text: string) => parseMasterKeys(text)?.map(({ version }) => version);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'carecommons-keys-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
});
const openHere = (masterKeys?: string) => openMasterKeys({ masterKeys, dataDir });
const path = () => join(dataDir, 'master-keys');

test.each([
  [[7], `7:${key()}`],
  [[1, 2, 10], `10:${key()}, 2:${key()} 1:${key()}`],
  [[1, 2], `1:${key()}\n2:${key()}\n`],
])('versions %j are read', (versions, text) => {
  expect(versionsIn(text)).toEqual(versions);
});

test.each([
  ['nothing', ''],
  ['a key without a version', key()],
  ['version 0', `0:${key()}`],
  ['a version twice', `1:${key()},1:${key()}`],
  ['a key of 31 bytes', `1:${randomBytes(31).toString('base64')}`],
  ['a key of 33 bytes', `1:${randomBytes(33).toString('base64')}`],
  ['hexadecimal', `1:${randomBytes(32).toString('hex')}`],
  ['a key that is no random one', `1:${Buffer.alloc(32, 'carecommo').toString('base64')}`],
  ['one that is wrong among others', `1:${key()} 2:x`],
])('%s is none', (_, text) => {
  expect(parseMasterKeys(text)).toBeUndefined();
});

test('one is made at the first start, and kept for nobody else to read', () => {
  const first = openHere().newest();
  expect(first?.version).toBe(1);
  expect(openHere().newest()).toEqual(first);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['master-keys']);
});

test('of a setting nothing lies in the data folder, and nothing is added', () => {
  const keys = openHere(`3:${key()}`);
  expect([keys.newest()?.version, keys.get(3)?.version, keys.get(1), keys.add()]).toEqual([3, 3, undefined, undefined]);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a version is added behind the others, and known to who is running', () => {
  const [running, other] = [openHere(), openHere()];
  const first = running.newest();
  const added = other.add();
  expect(added?.version).toBe(2);
  expect([running.newest(), running.get(1)]).toEqual([added, first]);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  // Written by hand, without an end of the line.
  writeFileSync(path(), readFileSync(path(), 'utf8').trimEnd());
  expect(other.add()?.version).toBe(3);
  expect(versionsIn(readFileSync(path(), 'utf8'))).toEqual([1, 2, 3]);
});

test('a file that has gone is none at hand until it is back', () => {
  const keys = openHere();
  const text = readFileSync(path(), 'utf8');
  rmSync(path());
  expect([keys.newest(), keys.get(1)]).toEqual([undefined, undefined]);
  writeFileSync(path(), text);
  expect(keys.get(1)).toBeDefined();
});

test('a damaged file, or a folder that cannot be written, is one sentence', () => {
  writeFileSync(path(), 'oops');
  chmodSync(path(), 0o600);
  expect(() => openHere()).toThrow(/^The master keys in the data folder are damaged: .*master-keys\./);
  const within = () => openMasterKeys({ masterKeys: undefined, dataDir: join(path(), 'data') });
  expect(within).toThrow(StartError);
});
