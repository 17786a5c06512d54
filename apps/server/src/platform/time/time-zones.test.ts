import { describe, expect, test } from 'vitest';
import { firstAt, instantsOf, isoIn, lastAt, spansOf } from './time-zones.ts';

describe('a local time becomes an instant, and back', () => {
  test.each([
    ['Asia/Kolkata', '2026-11-24T10:30', '2026-11-24T05:00:00.000Z', '2026-11-24T10:30:00+05:30'],
    ['Asia/Kathmandu', '2026-11-24T10:30', '2026-11-24T04:45:00.000Z', '2026-11-24T10:30:00+05:45'],
    ['Europe/London', '2026-07-01T09:00', '2026-07-01T08:00:00.000Z', '2026-07-01T09:00:00+01:00'],
    ['UTC', '2028-02-29T00:00', '2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00+00:00'],
    ['America/St_Johns', '2026-12-01T08:00', '2026-12-01T11:30:00.000Z', '2026-12-01T08:00:00-03:30'],
    // Around both changes of New York's clocks.
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z', '2026-03-08T01:59:00-05:00'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00:00-04:00'],
    ['America/New_York', '2026-11-01T00:59', '2026-11-01T04:59:00.000Z', '2026-11-01T00:59:00-04:00'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z', '2026-11-01T02:00:00-05:00'],
    // Lord Howe Island moves its clocks by half an hour.
    ['Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-03T15:30:00.000Z', '2026-10-04T02:30:00+11:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:29', '2026-04-04T14:29:00.000Z', '2026-04-05T01:29:00+11:00'],
  ])('%s %s', (zone, local, instant, iso) => {
    expect(instantsOf(local, zone)).toEqual([new Date(instant)]);
    expect(isoIn(zone, new Date(instant))).toBe(iso);
    expect(instantsOf(iso, zone)).toEqual([new Date(instant)]);
  });
});

test.each([
  ['America/New_York', '2026-11-01T01:00', ['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00']],
  ['America/New_York', '2026-11-01T01:59', ['2026-11-01T01:59:00-04:00', '2026-11-01T01:59:00-05:00']],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-05T01:45:00+11:00', '2026-04-05T01:45:00+10:30']],
])('clocks show it twice: %s %s', (zone, local, turns) => {
  const found = instantsOf(local, zone);
  expect(found.map((instant) => isoIn(zone, instant))).toEqual(turns);
  for (const [n, turn] of turns.entries()) expect(instantsOf(turn, zone)).toEqual([found[n]]);
});

test('a time with an offset is the instant that it says, in any zone', () => {
  expect(instantsOf('2026-11-01T01:30-05:00', 'America/New_York')).toEqual([new Date('2026-11-01T06:30:00.000Z')]);
  expect(instantsOf('2026-11-24T05:00:30Z', 'Asia/Kolkata')).toEqual([new Date('2026-11-24T05:00:30.000Z')]);
});

test.each([
  ['America/New_York', '2026-03-08T02:30'],
  ['Australia/Lord_Howe', '2026-10-04T02:15'],
  ['Pacific/Apia', '2011-12-30T12:00'],
  ['Asia/Kolkata', '2026-02-31T10:00'],
  ['Asia/Kolkata', '2026-13-01T10:00'],
  ['Asia/Kolkata', '2026-11-24T24:00'],
  ['Asia/Kolkata', '2026-11-24T10:60'],
  ['Asia/Kolkata', '2026-11-24T10:30:60'],
  ['Asia/Kolkata', '2026-02-31T10:00Z'],
  ['Asia/Kolkata', '2026-11-24T10:30+25:00'],
  ['Asia/Kolkata', '0000-00-00T00:00'],
])('no clock ever shows it: %s %s', (zone, text) => {
  expect(instantsOf(text, zone)).toEqual([]);
});

test('an instant keeps its milliseconds where it has some', () => {
  expect(isoIn('Asia/Kathmandu', new Date('2026-11-24T05:00:00.250Z'))).toBe('2026-11-24T10:45:00.250+05:45');
});

const at = (text: string) => Date.parse(text);
const wall = (text: string) => Date.parse(`${text}Z`);
const iso = (instant: number) => new Date(instant).toISOString();

test.each([
  ['Asia/Kolkata', '09:00', '17:00', [['03:30', '11:30']]],
  ['America/New_York', '00:00', '04:00', [['05:00', '08:00']]],
  ['America/New_York', '02:00', '03:00', []],
])('%s shows %s to %s', (zone, from, to, expected) => {
  const day = '2026-03-08T';
  const spans = spansOf(zone, wall(day + from), wall(day + to));
  expect(spans).toEqual(expected.map(([start, end]) => ({ start: wall(day + start), end: wall(day + end) })));
});

test('an hour that comes twice is two spans, but of longer hours one', () => {
  const spans = (from: string, to: string) =>
    spansOf('America/New_York', wall(`2026-11-01T${from}`), wall(`2026-11-01T${to}`)).map(
      ({ start, end }) => (end - start) / 60_000,
    );
  expect(spans('01:15', '01:45')).toEqual([30, 30]);
  expect(spans('01:00', '02:00')).toEqual([120]);
  expect(spans('00:00', '24:00')).toEqual([1500]);
});

test('clocks that changed by seconds, and within a minute, are read to the second', () => {
  // Liberia went from 44 minutes and 30 seconds behind to full hours.
  expect(iso(at('1972-01-07T00:44:29Z'))).toBe('1972-01-07T00:44:29.000Z');
  expect(isoIn('Africa/Monrovia', new Date('1972-01-07T00:44:29Z'))).toMatch('1972-01-06T23:59:59');
  expect(isoIn('Africa/Monrovia', new Date('1972-01-07T00:44:30Z'))).toBe('1972-01-07T00:44:30+00:00');
  expect(spansOf('Africa/Monrovia', wall('1972-01-06T12:00'), wall('1972-01-07T12:00'))).toEqual([
    { start: at('1972-01-06T12:44:30Z'), end: at('1972-01-07T12:00Z') },
  ]);
});

test.each([
  // In what is left out, the moment after it, whichever way one comes.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:00:00.000Z', '2026-03-08T07:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  // What comes twice begins with the first, and is over with the last.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
  ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z', '2026-11-01T07:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-01T10:00', '2026-11-01T04:15:00.000Z', '2026-11-01T04:15:00.000Z'],
])('%s: what begins or ends at %s', (zone, text, begins, ends) => {
  expect([iso(firstAt(zone, wall(text))), iso(lastAt(zone, wall(text)))]).toEqual([begins, ends]);
});
