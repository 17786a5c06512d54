import { expect, test } from 'vitest';
import { colourOf, contrast } from './contrast.ts';

test.each([
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 1],
  // Of the examples of WCAG: the lightest grey that white letters can stand on.
  ['rgb(118, 118, 118)', 'rgb(255, 255, 255)', 4.54],
  ['rgb(255, 0, 0)', 'rgb(255, 255, 255)', 4],
])('%s on %s is %d to one, whichever is in front', (one, other, ratio) => {
  expect(contrast(colourOf(one), colourOf(other))).toBeCloseTo(ratio, 2);
  expect(contrast(colourOf(other), colourOf(one))).toBeCloseTo(ratio, 2);
});
