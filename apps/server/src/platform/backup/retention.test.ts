import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepNewest, nameAt } from './retention.ts';

test('the newest archives stay, with whatever is no archive, and what a killed backup left goes after days', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-keep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const days = [1, 2, 3, 4].map((day) => nameAt(new Date(Date.UTC(2027, 0, day)), day % 2 === 0));
  const partial = `${nameAt(new Date(Date.UTC(2026, 0, 1)), false)}.partial`;
  const others = ['carecommons-2026.tar', 'notes.txt', `${nameAt(new Date(), false)}.partial`];
  for (const name of [...days, partial, ...others]) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, partial), 0, 0);
  expect(days[1]).toBe('carecommons-2027-01-02T00-00-00Z.tar.sealed');
  expect(keepNewest(join(folder, days[3] as string), 2)).toBe(2);
  expect(new Set(readdirSync(folder))).toEqual(new Set([...days.slice(2), ...others]));
});
