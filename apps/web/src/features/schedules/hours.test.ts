import { expect, test } from 'vitest';
import { hoursOf, publishesHours, rowsOf, spanOf, wrongHours } from './hours.ts';

const rows = (...times: [from: string, to: string][]) => times.map(([from, to], key) => ({ key, from, to }));

test('an end at midnight is that of the day, and comes back as it was given', () => {
  expect(hoursOf(rows(['20:00', '00:00']))).toEqual([{ from: '20:00', to: '24:00' }]);
  expect(rowsOf([{ from: '20:00', to: '24:00' }])).toEqual([{ key: 0, from: '20:00', to: '00:00' }]);
});

test('hours are sent in their order', () => {
  expect(hoursOf(rows(['14:00', '17:00'], ['09:00', '13:00'])).map(({ from }) => from)).toEqual(['09:00', '14:00']);
});

test.each([
  [rows(['09:00', '13:00'], ['13:00', '17:00']), []],
  [rows(['14:00', '00:00'], ['09:00', '13:00']), []],
  [rows(['13:00', '09:00']), [[0, 'backwards']]],
  [rows(['09:00', '09:00']), [[0, 'backwards']]],
  [rows(['12:00', '17:00'], ['09:00', '13:00']), [[0, 'overlapping']]],
  [
    rows(['09:00', '17:00'], ['10:00', '11:00'], ['12:00', '13:00']),
    [
      [1, 'overlapping'],
      [2, 'overlapping'],
    ],
  ],
  [rows(['', '12:00'], ['09:00', '']), []],
])('the times that are wrong are named', (given, wrong) => {
  expect([...wrongHours(given)]).toEqual(wrong);
});

test.each([
  [[], [480, 1080]],
  [[{ from: '09:00', to: '13:00' }], [480, 1080]],
  [[{ from: '06:30', to: '22:15' }], [360, 1380]],
  [[{ from: '22:00', to: '24:00' }], [480, 1440]],
])('a week is drawn from its first hour to its last', (hours, span) => {
  expect(spanOf(hours)).toEqual(span);
});

test.each([
  [[], [], false],
  [['09:00'], [], true],
  [[], [['2026-12-01', '09:00']], true],
  [[], [['2026-11-30', '09:00'], ['2026-12-01']], false],
] as [string[], [string, string?][], boolean][])('hours of %j and on %j are published: %j', (week, days, published) => {
  const hours = (from?: string) => (from === undefined ? [] : [{ from, to: '24:00' }]);
  const weekly = week.map((from) => ({ weekday: 1, hours: hours(from) }));
  const dated = days.map(([day, from]) => ({ day, hours: hours(from) }));
  expect(publishesHours({ weekly, dated }, '2026-12-01')).toBe(published);
});
