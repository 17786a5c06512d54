import { expect, test } from 'vitest';
import { fold } from './fold-text.ts';

test.each([
  ['Dr. Anjali  RAO', 'dr anjali rao'],
  ['José Núñez', 'jose nunez'],
  ['Jose\u0301', 'jose'],
  ['Straße, Łódź, Ærø', 'strasse lodz aero'],
  ['İstanbul ISPARTA', 'istanbul isparta'],
  ["O'Brien D’Souza", 'obrien dsouza'],
  ['Jean-Luc', 'jean luc'],
  ['ﬁve ½ m²', 'five 1 2 m2'],
  ['हृदय रोग', 'हृदय रोग'],
  ['हड्डी जोड़', 'हड्डी जोड'],
  ['आँख दाँत', 'आंख दांत'],
  ['क्‍ष', 'क्ष'],
  ['서울', '서울'],
  ['%_\\.*()[]|', ''],
  ['a\0b\ud800', 'a b'],
  ['', ''],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});
