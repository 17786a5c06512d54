import { expect, test } from 'vitest';
import { slotDays } from './slot-days.ts';

const slots = (...starts: string[]) => starts.map((start) => ({ start, end: start }));
const shown = (starts: string[], zone: string) =>
  slotDays(slots(...starts), zone).map(({ date, times }) => [date, ...times.map(({ time, offset }) => time + offset)]);

test('the times of an Indian evening fall upon the days of their readers', () => {
  const evening = ['2026-11-24T19:30:00+05:30', '2026-11-24T23:30:00+05:30', '2026-11-25T09:00:00+05:30'];
  expect(shown(evening, 'Asia/Kolkata')).toEqual([
    ['2026-11-24', '19:30', '23:30'],
    ['2026-11-25', '09:00'],
  ]);
  expect(shown(evening, 'Australia/Sydney')).toEqual([['2026-11-25', '01:00', '05:00', '14:30']]);
  expect(shown(evening, 'America/New_York')).toEqual([['2026-11-24', '09:00', '13:00', '22:30']]);
});

test('an hour that comes twice is told apart, the others are not', () => {
  const fold = ['2026-11-01T00:30:00-04:00', '2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00'];
  expect(shown(fold, 'America/New_York')).toEqual([['2026-11-01', '00:30', '01:30GMT-4', '01:30GMT-5']]);
});

test('without free times there is no day', () => {
  expect(slotDays([], 'Asia/Kolkata')).toEqual([]);
});
