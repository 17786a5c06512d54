import { expect, test } from 'vitest';
import { parseRequestedTime } from './requested-time.ts';

test('a visit is asked for from now until a year from now', () => {
  const now = new Date('2026-11-21T06:00:00Z');
  const ask = (text: string) => () => parseRequestedTime(text, 'Asia/Kolkata', now);
  expect(ask('2026-11-21T11:31')()).toEqual(new Date('2026-11-21T06:01:00Z'));
  expect(ask('2027-11-21T11:30')()).toEqual(new Date('2027-11-21T06:00:00Z'));
  for (const text of ['2026-11-21T11:30', '2027-11-21T11:31', '2027-02-31T10:00']) {
    expect(ask(text)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'appointment_datetime' })] }),
    );
  }
});

test('of an hour that comes twice it is not guessed which is meant', () => {
  const now = new Date('2026-10-30T06:00:00Z');
  const ask = (text: string) => () => parseRequestedTime(text, 'America/New_York', now);
  expect(ask('2026-11-01T01:30')).toThrow(
    expect.objectContaining({ errors: [{ field: 'appointment_datetime', message: expect.stringContaining('twice') }] }),
  );
  expect(ask('2026-11-01T01:30-05:00')()).toEqual(new Date('2026-11-01T06:30:00Z'));
});
