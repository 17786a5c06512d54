import { expect, test } from 'vitest';
import { stepOf } from './second-factor-app.ts';
import { seal, unseal } from './second-factor-seal.ts';

// RFC 6238, appendix B, SHA-1: the secret "12345678901234567890", of the eight digits the last six.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const vectors = [
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
] as const;

test.each(vectors)('at second %i the code is %s', (seconds, digits, step) => {
  expect(stepOf(secret, digits, new Date(seconds * 1000))).toBe(step);
});

test.each([
  [-30_000, 37_037_036],
  [0, 37_037_036],
  [30_000, 37_037_036],
  [-60_000, undefined],
  [60_000, undefined],
])('a code %i ms from its own time belongs to step %s', (late, step) => {
  const middle = 37_037_036 * 30_000 + 15_000;
  expect(stepOf(secret, '081804', new Date(middle + late))).toBe(step);
});

test('a wrong code belongs to no step', () => {
  expect(stepOf(secret, '081805', new Date(1_111_111_109_000))).toBeUndefined();
});

test('a sealed secret opens with the same key for the same person alone', () => {
  const sealed = seal('one key', 7, secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(unseal('one key', 7, sealed)).toBe(secret);
  expect(() => unseal('one key', 8, sealed)).toThrow(/authenticate/);
  expect(() => unseal('other key', 7, sealed)).toThrow(/authenticate/);
  sealed[30] = (sealed[30] ?? 0) ^ 1;
  expect(() => unseal('one key', 7, sealed)).toThrow(/authenticate/);
});
