import { expect, test } from 'vitest';
import { usualAnswer } from './usual-answer.ts';

test.each([
  [0, 5],
  [7, 10],
  [58, 60],
  [61, 120],
  [290, 300],
  [2880, 2880],
  [2881, 4320],
])('%i minutes are said as %i', (minutes, shown) => {
  expect(usualAnswer(minutes)).toBe(shown);
});
