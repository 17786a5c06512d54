import { expect, test } from 'vitest';
import { personOf } from './personal-data.ts';

const token = (claims: object) => `head.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.mark`;

test('two tokens of one person are of one person, also with letters beyond base64 in them', () => {
  expect(personOf(token({ sub: '7', jti: '???>>>' }))).toBe('7');
  expect(personOf(token({ sub: '7', jti: 'other' }))).toBe('7');
  expect(personOf(token({ sub: '8' }))).toBe('8');
});

test('what cannot be read is its own person', () => {
  expect(personOf(undefined)).toBeUndefined();
  expect(personOf('x')).toBe('x');
  expect(personOf('a.!.c')).toBe('a.!.c');
});
