import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { describe, expect, test } from 'vitest';
import { isoIn } from '../../platform/time/time.ts';
import { daysBetween, timeline, type ProviderSchedule, slotsOf } from './slots.ts';

const at = (text: string) => Date.parse(text);
const span = (start: string, end: string) => ({ start: at(start), end: at(end) });
const longAgo = new Date('2011-01-01T00:00Z');

const schedule = (changed: Partial<ProviderSchedule> = {}): ProviderSchedule => ({
  ...scheduleDefaults,
  horizon_days: 36_500,
  zone: 'Asia/Kolkata',
  publishes: true,
  weekly: {},
  dated: {},
  leaves: [],
  ...changed,
});

/** The slots of some days as the clocks of the zone show their beginnings. */
function slots(of: ProviderSchedule, days: string[], { busy = [] as ReturnType<typeof span>[], now = longAgo } = {}) {
  return Array.from(slotsOf(of, days, busy, now), ({ start }) => isoIn(of.zone, new Date(start)));
}

/** Minutes of the day. */
const hours = (from: number, to: number) => [from * 60, to * 60] as const;
const tuesday = '2026-11-24';

describe('the hours of a day', () => {
  test('are its weekday’s, stepped through by visit and buffers from their beginning', () => {
    const of = schedule({ weekly: { 2: [hours(9, 11), hours(14, 15)] }, visit_minutes: 40, buffer_after: 10 });
    expect(slots(of, ['2026-11-23', tuesday])).toEqual([
      '2026-11-24T09:00:00+05:30',
      '2026-11-24T09:50:00+05:30',
      '2026-11-24T14:00:00+05:30',
    ]);
  });

  test('hold no visit that would end after them', () => {
    expect(slots(schedule({ weekly: { 2: [hours(9, 10.4)] } }), [tuesday])).toHaveLength(2);
    expect(slots(schedule({ weekly: { 2: [hours(9, 9.4)] } }), [tuesday])).toHaveLength(0);
    expect(slots(schedule({ weekly: { 2: [hours(23, 24)] } }), [tuesday])).toHaveLength(2);
  });

  test('of a single day take their weekday’s place, also where they are none', () => {
    const of = schedule({ weekly: { 2: [hours(9, 10)] }, dated: { [tuesday]: [hours(20, 20.5)], '2026-12-01': [] } });
    expect(slots(of, [tuesday, '2026-12-01', '2026-12-08'])).toEqual([
      '2026-11-24T20:00:00+05:30',
      '2026-12-08T09:00:00+05:30',
      '2026-12-08T09:30:00+05:30',
    ]);
  });

  test('begin with Monday and end with Sunday', () => {
    const of = schedule({
      weekly: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [hours(day, day + 0.5)]])),
    });
    const week = [...daysBetween('2026-11-23', '2026-11-29')];
    expect(slots(of, week).map((slot) => slot.slice(8, 13))).toEqual([
      '23T01',
      '24T02',
      '25T03',
      '26T04',
      '27T05',
      '28T06',
      '29T07',
    ]);
  });
});

describe('what is in the way of a slot', () => {
  const of = schedule({ weekly: { 2: [hours(9, 11)] } });
  const begins = (all: string[]) => all.map((slot) => slot.slice(11, 16));

  test('is what is held, with the buffers of the slot itself', () => {
    const busy = [span('2026-11-24T09:30+05:30', '2026-11-24T10:00+05:30')];
    expect(begins(slots(of, [tuesday], { busy }))).toEqual(['09:00', '10:00', '10:30']);
    const buffered = { ...of, buffer_before: 15, buffer_after: 15 };
    expect(begins(slots(buffered, [tuesday]))).toEqual(['09:00', '10:00']);
    expect(
      begins(slots(buffered, [tuesday], { busy: [span('2026-11-24T09:44+05:30', '2026-11-24T09:45+05:30')] })),
    ).toEqual(['10:00']);
    expect(
      begins(slots(buffered, [tuesday], { busy: [span('2026-11-24T09:45+05:30', '2026-11-24T10:00+05:30')] })),
    ).toEqual(['09:00']);
  });

  test('is a leave', () => {
    const away = { ...of, leaves: [span('2026-11-24T09:29+05:30', '2026-11-24T10:01+05:30')] };
    expect(begins(slots(away, [tuesday]))).toEqual(['10:30']);
  });

  test('is a leave of months, but no day beyond it', () => {
    const away = { ...of, leaves: [span('2026-11-01T00:00+05:30', '2027-02-02T09:30+05:30')] };
    const days = [...daysBetween('2026-10-27', '2027-02-09')];
    const found = slots(away, days);
    expect(found.filter((slot) => slot < '2027')).toHaveLength(4);
    expect(begins(found.filter((slot) => slot > '2027'))).toEqual([
      '09:30',
      '10:00',
      '10:30',
      '09:00',
      '09:30',
      '10:00',
      '10:30',
    ]);
  });

  test('is that it is past, too soon or too far ahead, to the millisecond', () => {
    const now = (text: string) => ({ now: new Date(text) });
    expect(begins(slots(of, [tuesday], now('2026-11-24T09:30+05:30')))).toEqual(['10:00', '10:30']);
    expect(begins(slots(of, [tuesday], now('2026-11-24T09:29:59.999+05:30')))).toEqual(['09:30', '10:00', '10:30']);
    const noticed = { ...of, notice_minutes: 60 };
    expect(begins(slots(noticed, [tuesday], now('2026-11-24T09:00+05:30')))).toEqual(['10:00', '10:30']);
    expect(begins(slots(noticed, [tuesday], now('2026-11-24T09:00:00.001+05:30')))).toEqual(['10:30']);
    const near = { ...of, horizon_days: 2 };
    expect(begins(slots(near, [tuesday], now('2026-11-22T09:30+05:30')))).toEqual(['09:00', '09:30']);
  });
});

// By clocks that change: which slots of half an hour begin between two hours of that day.
test.each([
  // An hour is left out: what is of it is not there, and what would go on goes on after it.
  ['America/New_York', '2026-03-08', [0, 4], ['00:00-05', '00:30-05', '01:00-05', '01:30-05', '03:00-04', '03:30-04']],
  ['America/New_York', '2026-03-08', [2, 3], []],
  ['America/New_York', '2026-03-08', [2.5, 4], ['03:00-04', '03:30-04']],
  ['America/New_York', '2026-03-08', [1, 2.5], ['01:00-05', '01:30-05']],
  // An hour comes twice: both are there.
  ['America/New_York', '2026-11-01', [1, 2], ['01:00-04', '01:30-04', '01:00-05', '01:30-05']],
  ['America/New_York', '2026-11-01', [0.5, 1], ['00:30-04']],
  ['America/New_York', '2026-11-01', [2, 3], ['02:00-05', '02:30-05']],
  // What begins or ends within it is open twice, and never outside of what the clock shows.
  ['America/New_York', '2026-11-01', [1.5, 3], ['01:30-04', '01:30-05', '02:00-05', '02:30-05']],
  ['America/New_York', '2026-11-01', [0.5, 1.5], ['00:30-04', '01:00-04', '01:00-05']],
  // Half an hour, on Lord Howe Island.
  ['Australia/Lord_Howe', '2026-10-04', [1, 3], ['01:00+10:30', '01:30+10:30', '02:30+11']],
  ['Australia/Lord_Howe', '2026-04-05', [1, 3], ['01:00+11', '01:30+11', '01:30+10:30', '02:00+10:30', '02:30+10:30']],
  // The first hour of a day is left out, or the last one comes twice.
  ['America/Sao_Paulo', '2018-11-04', [0, 2], ['01:00-02', '01:30-02']],
  ['America/Sao_Paulo', '2018-11-03', [23, 24], ['23:00-03', '23:30-03']],
  ['America/Sao_Paulo', '2018-02-17', [23, 24], ['23:00-02', '23:30-02', '23:00-03', '23:30-03']],
  ['America/Sao_Paulo', '2018-02-18', [0, 1], ['00:00-03', '00:30-03']],
  ['America/Havana', '2026-11-01', [0, 1], ['00:00-04', '00:30-04', '00:00-05', '00:30-05']],
  ['America/Havana', '2026-10-31', [23, 24], ['23:00-04', '23:30-04']],
  // Samoa had no 30 December.
  ['Pacific/Apia', '2011-12-30', [0, 24], []],
  ['Pacific/Apia', '2011-12-29', [23, 24], ['23:00-10', '23:30-10']],
  ['Pacific/Apia', '2011-12-31', [0, 1], ['00:00+14', '00:30+14']],
] as const)('%s %s, %j', (zone, day, [from, to], expected) => {
  const of = schedule({ zone, dated: { [day]: [hours(from, to)] } });
  const short = (slot: string) => `${slot.slice(11, 16)}${slot.slice(19)}`.replace(/:00$/, '');
  const found = slots(of, [day]);
  expect(found.map(short)).toEqual(expected);
  expect(found.every((slot) => slot.startsWith(day))).toBe(true);
});

test('hours that lie apart where an hour comes twice are soonest first, and never at once', () => {
  const of = schedule({
    zone: 'America/New_York',
    dated: { '2026-11-01': [hours(0.5, 1.25), hours(1.5, 2.5)] },
    visit_minutes: 15,
  });
  const found = [...slotsOf(of, ['2026-11-01'], [], longAgo)];
  const starts = found.map(({ start }) => start);
  expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  for (const [n, { start }] of found.entries()) expect(start).toBeGreaterThanOrEqual(found[n - 1]?.end ?? 0);
  expect(found).toHaveLength(3 + 2 + 1 + 4);
});

test('what is held is found however it lies', () => {
  const { isFree, isFull } = timeline([
    { start: 30, end: 40 },
    { start: 10, end: 25 },
    { start: 12, end: 14 },
    { start: 40, end: 45 },
  ]);
  expect(isFree(0, 10)).toBe(true);
  expect(isFree(25, 30)).toBe(true);
  expect(isFree(45, 99)).toBe(true);
  for (const [start, end] of [
    [0, 11],
    [24, 26],
    [15, 16],
    [20, 24],
    [29, 31],
    [44, 50],
    [0, 99],
  ] as const) {
    expect(isFree(start, end)).toBe(false);
  }
  expect(timeline([]).isFree(0, 99)).toBe(true);
  expect(isFull(12, 25)).toBe(true);
  expect(isFull(30, 45)).toBe(true);
  for (const [start, end] of [
    [24, 31],
    [44, 46],
    [9, 11],
    [46, 47],
  ] as const) {
    expect(isFull(start, end)).toBe(false);
  }
});
