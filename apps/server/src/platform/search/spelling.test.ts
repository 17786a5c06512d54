import { expect, test } from 'vitest';
import { likelyMeant, spellingDistance } from './spelling.ts';

test.each([
  ['', '', 0, 0],
  ['', 'abc', 3, 0],
  ['abc', '', 3, 3],
  ['anjali', 'anjali', 0, 0],
  ['anjli', 'anjali', 1, 1],
  ['anjalii', 'anjali', 1, 1],
  ['anjoli', 'anjali', 1, 1],
  ['metha', 'mehta', 1, 1],
  ['emhta', 'mehta', 1, 1],
  ['cardilo', 'cardiology', 3, 1],
  ['kitten', 'sitting', 3, 2],
  ['हदय', 'हृदय', 1, 1],
])('%s and %s differ by %i letters, %i for a beginning', (typed, word, whole, begun) => {
  expect(spellingDistance(typed, word)).toEqual({ whole, begun });
});

test('the likeliest come first, and what differs too much not at all', () => {
  const meant = (typed: string, words: string[]) => likelyMeant(typed, words).map(({ word }) => word);
  expect(meant('skn', ['skin', 'spine', 'ski'])).toEqual(['skin', 'ski']);
  expect(meant('venkatess', ['venkatesan', 'venkatesh', 'venus'])).toEqual(['venkatesh', 'venkatesan']);
  expect(meant('dermatlog', ['dermatology', 'dharma'])).toEqual(['dermatology']);
});
