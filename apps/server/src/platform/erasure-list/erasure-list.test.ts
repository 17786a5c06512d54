import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAuditKey } from '../audit/audit.ts';
import { openTombstones, type Tombstone } from './erasure-list.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'carecommons-tombstones-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = async () => await openTombstones(dataDir, openAuditKey({ auditKey: undefined, dataDir }));
const path = () => join(dataDir, 'erasures', 'tombstones.jsonl');
const lines = () => readFileSync(path(), 'utf8').split('\n').slice(0, -1);
const write = (all: string[]) => writeFileSync(path(), all.map((line) => `${line}\n`).join(''));
const stone = (user_id: number): Tombstone => ({
  number: `number ${user_id}`,
  user_id,
  opened_at: '2026-01-01T00:00:00.000Z',
  requested_at: '2026-11-22T00:00:00.000Z',
});
const fill = async (...ids: number[]) => {
  const stones = await open();
  for (const id of ids) await stones.add(stone(id));
  return stones;
};

test('what was added is there when it is opened again, in its order and once', async () => {
  await fill(1, 2, 2, 3);
  expect((await open()).all()).toEqual([1, 2, 3].map((id) => expect.objectContaining(stone(id))));
  expect(lines()).toHaveLength(3);
});

test('two who write to one file go on where the other one has ended', async () => {
  const [one, other] = [await open(), await open()];
  await one.add(stone(1));
  await other.add(stone(2));
  await one.add(stone(3));
  await other.add(stone(1));
  expect((await open()).all().map(({ user_id }) => user_id)).toEqual([1, 2, 3]);
});

test('half a line at the end, as a power cut leaves it, is cut off, and what comes then stands whole', async () => {
  await fill(1, 2);
  appendFileSync(path(), lines()[0]?.slice(0, 40) ?? '');
  const stones = await open();
  expect(stones.all()).toHaveLength(2);
  await stones.add(stone(3));
  expect((await open()).all()).toHaveLength(3);
});

describe('a file that is not as it was written stops the start', () => {
  const damages: Record<string, (all: string[]) => string[]> = {
    'another account': ([one = '', ...rest]) => [one.replace('"user_id":1', '"user_id":9'), ...rest],
    'a line taken out': (all) => all.toSpliced(1, 1),
    'the first line taken out': (all) => all.slice(1),
    'two swapped': ([one = '', two = '', ...rest]) => [two, one, ...rest],
    'a line twice': ([one = '', ...rest]) => [one, one, ...rest],
    'no line at all': ([one = '', ...rest]) => [one, 'nothing', ...rest],
    'one field more': ([one = '', ...rest]) => [one.replace('{', '{"more":1,'), ...rest],
  };
  test.each(Object.entries(damages))('%s', async (_, damage) => {
    await fill(1, 2, 3);
    write(damage(lines()));
    await expect(open()).rejects.toThrow(/not as it was written: line \d/);
  });

  test('a whole list that somebody without the key has written', async () => {
    await fill(1);
    const own = lines();
    const other = mkdtempSync(join(tmpdir(), 'carecommons-tombstones-'));
    const forged = await openTombstones(other, openAuditKey({ auditKey: undefined, dataDir: other }));
    await forged.add(stone(7));
    write(
      readFileSync(join(other, 'erasures', 'tombstones.jsonl'), 'utf8')
        .split('\n')
        .slice(0, -1),
    );
    rmSync(other, { recursive: true });
    await expect(open()).rejects.toThrow(/not as it was written: line 1/);
    write(own);
    expect((await open()).all()).toHaveLength(1);
  });
});
