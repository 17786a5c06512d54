import { expect, test } from 'vitest';
import { emailOf } from './erasure-email.ts';

const receipt = {
  number: 'ABCDE-FGHJK-LMNPQ-RSTVW',
  requested_at: '2026-11-21T19:00:00.000Z',
  done_at: null,
  ended_at: null,
  gone: [],
  cancelled: 0,
  kept: [{ what: 'care' as const, count: 1, until: '2029-11-21T19:00:00.000Z' }],
  letter: true,
};

test.each([
  ['Asia/Kolkata', '2026-11-22', '2029-11-22'],
  ['UTC', '2026-11-21', '2029-11-21'],
])('days are those of %s', (zone, day, care_until) => {
  expect(emailOf(receipt, zone).values).toMatchObject({ day, care_until });
});
