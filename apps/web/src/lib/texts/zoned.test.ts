import { expect, test } from 'vitest';
import { daysFrom, instantOf, wallTimeAt } from './zoned.ts';

test.each([
  ['Asia/Kolkata', '2026-11-24', '10:30', '2026-11-24T05:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-24', '00:10', '2026-11-23T18:25:00.000Z'],
  ['Europe/Berlin', '2026-07-01', '10:30', '2026-07-01T08:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '10:30', '2026-10-25T09:30:00.000Z'],
  ['America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ['Asia/Kolkata', '0002-03-01', '12:00', '0002-03-01T06:07:00.000Z'],
  ['Pacific/Apia', '2026-01-01', '00:00', '2025-12-31T11:00:00.000Z'],
])('a time in %s and its instant belong together', (zone, date, time, instant) => {
  expect(instantOf({ date, time }, zone).toISOString()).toBe(instant);
  expect(wallTimeAt(new Date(instant), zone)).toEqual({ date, time });
});

test('a time that is skipped is an instant close by', () => {
  const skipped = instantOf({ date: '2026-03-29', time: '02:30' }, 'Europe/Berlin').getTime();
  expect(Math.abs(skipped - Date.parse('2026-03-29T01:00Z'))).toBeLessThanOrEqual(3_600_000);
});

test('days go on over the ends of months and years', () => {
  expect(daysFrom('2026-12-30', 4)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
  expect(daysFrom('2028-02-28', 2)).toEqual(['2028-02-28', '2028-02-29']);
});
