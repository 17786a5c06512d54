import { expect, test } from 'vitest';
import { mapOf } from './map.ts';

test('a place is searched for on the map whatever letters it has', () => {
  expect(mapOf('27 Gariahat Lane & Co, कोलकाता')).toBe(
    'https://www.openstreetmap.org/search?query=27+Gariahat+Lane+%26+Co%2C+%E0%A4%95%E0%A5%8B%E0%A4%B2%E0%A4%95%E0%A4%BE%E0%A4%A4%E0%A4%BE',
  );
});
