import { expect, test } from 'vitest';
import { soundOf } from './sound.ts';

test.each([
  ['ghutne', 'ghutno', 'ghutnon', 'घुटने', 'घुटनों'],
  ['khujli', 'khujlee', 'खुजली'],
  ['bukhar', 'bukhaar', 'बुखार'],
  ['pathri', 'patthri', 'पथरी'],
  ['peshab', 'peshaab', 'पेशाब'],
  ['motiyabind', 'motiabind', 'मोतियाबिंद'],
])('%s sounds like %s', (word, ...others) => {
  expect(soundOf(word)).not.toBe('');
  for (const other of others) expect([other, soundOf(other)]).toEqual([other, soundOf(word)]);
});

test.each([
  ['skin', 'spine'],
  ['dil', 'dal'],
  ['tooth', 'teeth'],
])('%s does not sound like %s', (word, other) => {
  expect(soundOf(word)).not.toBe(soundOf(other) || 'nothing');
});

test('what is too short to tell it by has no sound', () => {
  for (const word of ['', 'ka', 'eye', 'rao']) expect(soundOf(word)).toBe('');
});
