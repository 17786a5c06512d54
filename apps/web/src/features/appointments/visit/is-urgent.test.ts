import { describe, expect, test } from 'vitest';
import { isUrgent } from './is-urgent.ts';

const request = { requested_at: '2026-11-24T10:00:00+05:30', expires_at: '2026-11-26T10:00:00+05:30' };

describe('a deadline presses', () => {
  test.each([
    ['when it was just asked', '2026-11-24T10:00:00+05:30', false],
    ['at half of it', '2026-11-25T10:00:00+05:30', false],
    ['a second later', '2026-11-25T10:00:01+05:30', true],
    ['when it is over', '2026-11-27T10:00:00+05:30', true],
  ])('%s', (_, now, pressing) => expect(isUrgent(request, new Date(now))).toBe(pressing));
});
