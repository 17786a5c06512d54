import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

const lanes = (...spans: [from: number, to: number][]) =>
  sideBySide(spans.map(([from, to]) => ({ from, to }))).map(({ item, lane, lanes: of }) => [
    `${item.from}-${item.to}`,
    `${lane + 1}/${of}`,
  ]);

test('what follows each other has all the width', () => {
  expect(lanes([60, 90], [0, 30], [30, 60])).toEqual([
    ['0-30', '1/1'],
    ['30-60', '1/1'],
    ['60-90', '1/1'],
  ]);
});

test('what overlaps is side by side, as narrow as all that it touches, and what comes after it is not', () => {
  expect(lanes([0, 60], [30, 90], [60, 120], [120, 150])).toEqual([
    ['0-60', '1/2'],
    ['30-90', '2/2'],
    ['60-120', '1/2'],
    ['120-150', '1/1'],
  ]);
  expect(lanes([0, 30], [0, 30], [0, 30])).toEqual([
    ['0-30', '1/3'],
    ['0-30', '2/3'],
    ['0-30', '3/3'],
  ]);
  expect(lanes()).toEqual([]);
});
