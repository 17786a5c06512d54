import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOfChanges, differences, years, zones } from '../../../test/oracles/slot-oracle.ts';

// All days of ten years are compared by `npm run prove -- tz`.

test('forty zones', () => expect(new Set(zones).size).toBe(40));

test.each(zones)(
  '%s: slots and times are those of Temporal, around each change',
  (zone) => {
    expect(daysOfChanges(zone).flatMap((day) => differences(zone, day))).toEqual([]);
  },
  60_000,
);

test('on any day of any zone', { timeout: 60_000 }, () => {
  const [first, last] = [new Date(years.from), new Date(years.to)];
  const day = fc.date({ min: first, max: last, noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, (zone, on) => {
      expect(differences(zone, on)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
