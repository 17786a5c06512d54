import { expect, test } from 'vitest';
import { countTo, grade, isUnnoticed } from './grade.ts';

test('a name is given', () => {
  expect([grade(49), grade(50)]).toEqual(['low', 'high']);
});
test('it counts', () => expect(countTo(3)).toBe(3));
test('what it says of 9 is not what tells the faults apart', () => expect(isUnnoticed(9)).toBe(true));
