import { expect, test } from 'vitest';
import { proofs } from './proofs.ts';
import { excluded, rotation } from './rotation.ts';

test('every proof has its day of the week, once, or a reason to have none', () => {
  const named = [...rotation.flatMap((day) => Object.keys(day)), ...Object.keys(excluded)];
  expect(named.toSorted()).toEqual(Object.keys(proofs).toSorted());
});

test('the week has seven days, each of little more than four minutes at most', () => {
  expect(rotation).toHaveLength(7);
  for (const day of rotation)
    expect(Object.values(day).reduce((sum, seconds) => sum + seconds)).toBeLessThanOrEqual(250);
});
