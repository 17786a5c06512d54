import { expect, test } from 'vitest';
import { placeOf } from './place.ts';

test('the city stands after an address that does not name it', () => {
  expect(placeOf({ address: '9 Mylapore Tank Street', city: 'Chennai' })).toBe('9 Mylapore Tank Street, Chennai');
  expect(placeOf({ address: 'B-17 Press Enclave Lane, New Delhi 110017', city: 'Delhi' })).toBe(
    'B-17 Press Enclave Lane, New Delhi 110017',
  );
  expect(placeOf({ address: '9 Mylapore Tank Street', city: null })).toBe('9 Mylapore Tank Street');
});
