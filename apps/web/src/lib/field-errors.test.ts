import { expect, test } from 'vitest';
import { byField, without } from './field-errors.ts';

test('each field has the first of its sentences, and a list those of its entries', () => {
  const errors = byField([
    { field: 'email', message: 'This is required.' },
    { field: 'email', message: 'Second.' },
    { field: 'speciality.2', message: 'This is not known.' },
    { field: '__proto__', message: 'This field is not known here.' },
  ]);
  expect([...errors]).toEqual([
    ['email', 'This is required.'],
    ['speciality', 'This is not known.'],
    ['__proto__', 'This field is not known here.'],
  ]);
});

test('a field that is being mended loses its sentence, the others keep theirs', () => {
  const errors = byField([
    { field: 'email', message: 'a' },
    { field: 'name', message: 'b' },
  ]);
  expect([...without(errors, 'email').keys()]).toEqual(['name']);
  expect(without(errors, 'phone')).toBe(errors);
});
