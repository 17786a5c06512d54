import { expect, test } from 'vitest';
import { mergedLists } from './merged.ts';

const rows = (...days: number[]) =>
  days.map((day) => ({ key: String(day), at: new Date(Date.UTC(2026, 10, day)).toISOString() }));
const keysOf = (...lists: Parameters<typeof mergedLists>[0]) => {
  const { rows: merged, behind } = mergedLists(lists);
  return { keys: merged.map(({ key }) => Number(key)), behind };
};

test('lists that are known to their ends are one, newest first', () => {
  expect(keysOf({ rows: rows(20, 10), more: false }, { rows: rows(15, 5), more: false })).toEqual({
    keys: [20, 15, 10, 5],
    behind: [],
  });
});

test('what lies beyond the end of a list that goes on waits, and that list is the one to ask', () => {
  const [long, short] = [rows(20, 19, 18), rows(17, 3)];
  expect(keysOf({ rows: long, more: true }, { rows: short, more: false })).toEqual({ keys: [20, 19, 18], behind: [0] });
  expect(keysOf({ rows: rows(20, 10), more: true }, { rows: rows(15, 12), more: true })).toEqual({
    keys: [20, 15, 12],
    behind: [1],
  });
});

test('both are asked where they end at the same moment, and none where there is nothing', () => {
  expect(keysOf({ rows: rows(20, 10), more: true }, { rows: rows(10), more: true }).behind).toEqual([0, 1]);
  expect(keysOf()).toEqual({ keys: [], behind: [] });
});
