import { expect, test } from 'vitest';
import { mapOf, placeOf } from './place.ts';

test('the city stands after an address that does not name it', () => {
  expect(placeOf({ address: '9 Mylapore Tank Street', city: 'Chennai' })).toBe('9 Mylapore Tank Street, Chennai');
  expect(placeOf({ address: 'B-17 Press Enclave Lane, New Delhi 110017', city: 'Delhi' })).toBe(
    'B-17 Press Enclave Lane, New Delhi 110017',
  );
  expect(placeOf({ address: '9 Mylapore Tank Street', city: null })).toBe('9 Mylapore Tank Street');
});

test('a place is searched for on the map whatever letters it has', () => {
  expect(mapOf('27 Gariahat Lane & Co, कोलकाता')).toBe(
    'https://www.openstreetmap.org/search?query=27+Gariahat+Lane+%26+Co%2C+%E0%A4%95%E0%A5%8B%E0%A4%B2%E0%A4%95%E0%A4%BE%E0%A4%A4%E0%A4%BE',
  );
});
