import type { Question } from '@carecommons/contract/help';
import { expect, test } from 'vitest';
import { holds, together } from './matching.ts';

const question = (prob_id: number, problem: string, date = '2026-11-20T10:00:00.000Z') =>
  ({ prob_id, problem, date }) as Question;

test.each([
  ['How much Water?', 'water', true],
  ['How much water?', 'MUCH W', true],
  ['How much water?', 'ow mu', true],
  ['हल्दी वाला दूध', 'दूध', true],
  ['How much water?', 'much  water', false],
  ['100%', '%', true],
])('%j holds %j: %s', (problem, text, expected) => {
  expect(holds(question(1, problem), text)).toBe(expected);
});

test('lists become one, each question once, newest first', () => {
  const [old, younger, youngest] = [
    question(7, 'Old', '2026-11-18T10:00:00.000Z'),
    question(2, 'Younger'),
    question(3, 'Youngest'),
  ];
  expect(together([old], [youngest, old], [younger])).toEqual([youngest, younger, old]);
});
