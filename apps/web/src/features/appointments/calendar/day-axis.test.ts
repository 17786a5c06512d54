import { describe, expect, test } from 'vitest';
import { axisOf, partOf } from './day-axis.ts';

const day = (starts_at: string, ends_at: string) => ({ starts_at, ends_at });
const at = (text: string) => Date.parse(text);

const inIndia = day('2026-11-24T00:00:00+05:30', '2026-11-25T00:00:00+05:30');
const spring = day('2027-03-28T00:00:00+01:00', '2027-03-29T00:00:00+02:00');
const autumn = day('2027-10-31T00:00:00+02:00', '2027-11-01T00:00:00+01:00');
const before = day('2027-10-30T00:00:00+02:00', '2027-10-31T00:00:00+02:00');

describe('a day without a change of clocks', () => {
  test('has each instant where the clocks show it, and what is outside at its edges', () => {
    const axis = axisOf([inIndia], 'Asia/Kolkata');
    expect(axis.position(inIndia, at('2026-11-24T10:30+05:30'))).toBe(630);
    expect(axis.position(inIndia, at('2026-11-23T10:30+05:30'))).toBe(0);
    expect(axis.position(inIndia, at('2026-11-25T10:30+05:30'), 'end')).toBe(1440);
    expect(axis.hours).toHaveLength(25);
    expect(axis.hours[9]).toEqual({ at: 540, time: '09:00' });
  });
});

describe('the day on which clocks go forward', () => {
  const axis = axisOf([spring], 'Europe/Berlin');
  test('leaves the hour that there is not empty, and nine is where it always is', () => {
    expect(axis.position(spring, at('2027-03-28T01:30+01:00'))).toBe(90);
    expect(axis.position(spring, at('2027-03-28T03:00+02:00'))).toBe(180);
    expect(axis.position(spring, at('2027-03-28T03:00+02:00'), 'end')).toBe(120);
    expect(axis.position(spring, at('2027-03-28T09:00+02:00'))).toBe(540);
    expect(axis.position(spring, at('2027-03-29T00:00+02:00'), 'end')).toBe(1440);
    expect(axis.hours).toHaveLength(25);
  });
});

describe('the day on which clocks go back', () => {
  const axis = axisOf([before, autumn], 'Europe/Berlin');
  test('has both turns of the hour after each other', () => {
    expect(axis.position(autumn, at('2027-10-31T02:30+02:00'))).toBe(150);
    expect(axis.position(autumn, at('2027-10-31T02:30+01:00'))).toBe(210);
    expect(axis.position(autumn, at('2027-10-31T09:00+01:00'))).toBe(600);
    expect(axis.position(autumn, at('2027-11-01T00:00+01:00'), 'end')).toBe(1500);
    expect(axis.hours.slice(1, 6).map(({ at: position, time }) => `${position} ${time}`)).toEqual([
      '60 01:00',
      '120 02:00',
      '180 02:00',
      '240 03:00',
      '300 04:00',
    ]);
  });
  test('stands beside one without a change, with the same hours as high', () => {
    expect(axis.position(before, at('2027-10-30T02:30+02:00'))).toBe(150);
    expect(axis.position(before, at('2027-10-30T03:00+02:00'), 'end')).toBe(180);
    expect(axis.position(before, at('2027-10-30T03:00+02:00'))).toBe(240);
    expect(axis.position(before, at('2027-10-30T09:00+02:00'))).toBe(600);
    expect(axis.position(before, at('2027-10-31T00:00+02:00'), 'end')).toBe(1500);
  });
});

test('clocks may go back by half an hour, and a day may begin at one', () => {
  const lordHowe = day('2027-04-04T00:00:00+11:00', '2027-04-05T00:00:00+10:30');
  const axis = axisOf([lordHowe], 'Australia/Lord_Howe');
  expect(axis.position(lordHowe, at('2027-04-04T01:45+10:30'))).toBe(135);
  expect(axis.position(lordHowe, at('2027-04-04T09:00+10:30'))).toBe(570);
  expect(axis.hours.slice(1, 4)).toEqual([
    { at: 60, time: '01:00' },
    { at: 150, time: '02:00' },
    { at: 210, time: '03:00' },
  ]);
  const cairo = day('2027-04-30T01:00:00+03:00', '2027-05-01T00:00:00+03:00');
  expect(axisOf([cairo], 'Africa/Cairo').position(cairo, at('2027-04-30T09:00+03:00'))).toBe(540);
});

test('from eight to six is drawn, and in whole hours whatever lies outside', () => {
  const axis = axisOf([inIndia], 'Asia/Kolkata');
  expect(partOf(axis, [])).toEqual({ from: 480, to: 1080 });
  expect(partOf(axis, [{ from: 445, to: 1081 }])).toEqual({ from: 420, to: 1140 });
  expect(partOf(axis, [{ from: 0, to: 1440 }])).toEqual({ from: 0, to: 1440 });
});
