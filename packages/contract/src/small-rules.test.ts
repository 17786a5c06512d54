import { describe, expect, test } from 'vitest';
import { accountEvents, failedEvents, signIns } from './account-event-rules.ts';
import { accountDecisions, isMovable, isPossible, mayAdminister, type SpecialityMove } from './administration-rules.ts';
import {
  type Facts,
  hindranceTo,
  isOpen,
  isWithoutContact,
  mayReport,
  sideOf,
  statuses,
  withoutContact,
} from './appointment-rules.ts';
import { mayChangeBlog } from './blog-rules.ts';
import { mayDelete } from './chat-rules.ts';
import { receiptNumber } from './erasure-rules.ts';
import { mayChange } from './help-rules.ts';
import { mayDecide, mayDecideAppeal } from './moderation-rules.ts';
import { alwaysInApp, notificationTopics } from './notification-rules.ts';
import { isServed, scans } from './record-rules.ts';
import { minutesOf, timeOf } from './schedule-rules.ts';

const [one, other] = [{ user_id: 1 }, { user_id: 2 }];

test.each([
  ['an article', (who: typeof one) => mayChangeBlog(who, { author: { id: 1 } })],
  ['a message', (who: typeof one) => mayDelete(who, { user: { id: 1 } })],
  ['a question', (who: typeof one) => mayChange(who, 1)],
])('%s is for its author alone to change', (_, may) => {
  expect([may(one), may(other)]).toEqual([true, false]);
});

test('nobody administers themselves', () => {
  expect([mayAdminister(one, { id: 1 }), mayAdminister(other, { id: 1 })]).toEqual([false, true]);
});

test('a disabled account is only enabled, or loses grants', () => {
  const possible = (disabled: boolean) => accountDecisions.filter((decision) => isPossible(decision, { disabled }));
  expect(possible(true)).toEqual(['revoke', 'enable']);
  expect(possible(false)).toEqual(['grant', 'revoke', 'disable', 'end_sessions']);
});

test('what is possible with a speciality: nothing once it is merged', () => {
  const moves: SpecialityMove[] = ['edit', 'merge', 'retire', 'restore'];
  const possible = (retired: boolean, merged: boolean) => moves.filter((move) => isMovable(move, { retired, merged }));
  expect(possible(false, false)).toEqual(['edit', 'merge', 'retire']);
  expect(possible(true, false)).toEqual(['edit', 'merge', 'restore']);
  expect(possible(true, true)).toEqual([]);
});

describe('moderation', () => {
  test('an author does not decide about what they wrote', () => {
    expect([mayDecide(one, { author: 1 }), mayDecide(other, { author: 1 })]).toEqual([false, true]);
  });

  test.each([
    [{ author: 1, hider: 3, alone: true }, false],
    [{ author: 2, hider: 3, alone: false }, true],
    [{ author: 2, hider: 1, alone: false }, false],
    [{ author: 2, hider: 1, alone: true }, true],
  ])('of an appeal about %j: %s', (appeal, may) => {
    expect(mayDecideAppeal(one, appeal)).toBe(may);
  });
});

test('reminders and the community can be turned off in the app, the rest cannot', () => {
  expect(notificationTopics.filter((topic) => !alwaysInApp(topic))).toEqual(['reminders', 'community']);
});

test('a file is served when it is clean, or no scanner is set', () => {
  expect(scans.filter(isServed)).toEqual(['unscanned', 'clean']);
});

test.each([
  ['00:00', 0],
  ['09:05', 545],
  ['24:00', 1440],
])('%s is minute %i of the day, both ways', (time, minutes) => {
  expect([minutesOf(time), timeOf(minutes)]).toEqual([minutes, time]);
});

test('a time without minutes is on the hour; one without anything is midnight', () => {
  expect([minutesOf('9'), minutesOf('')]).toEqual([540, 0]);
});

test.each([
  ['A1B2C-D3E4F-00000-ZZZZZ', true],
  [' a1b2c-d3e4f-00000-zzzzz ', true],
  ['A1B2C-D3E4F-00000', false],
  ['A1B2C-D3E4F-00000-ZZZZZ-1', false],
  ['A1B2C_D3E4F_00000_ZZZZZ', false],
])('%j as the number of a receipt: %s', (written, is) => {
  expect(receiptNumber.test(written)).toBe(is);
});

describe('an appointment', () => {
  const parties = { user: { user: 1 }, healthcare_provider: { user: 2 } };
  const people = [one, other, { user_id: 3 }];

  test('has two sides; its provider reports', () => {
    expect(people.map((who) => sideOf(who, parties))).toEqual(['patient', 'provider', undefined]);
    expect(people.map((who) => mayReport(who, parties))).toEqual([false, true, false]);
  });

  const proposed: Facts = {
    ...parties,
    status: 'requested',
    proposed_by: 'patient',
    appointment_datetime: '2026-11-24T13:00:00Z',
    expires_at: '2026-11-24T15:00:00Z',
    undo_until: null,
    cancel_until: '2026-11-24T11:00:00Z',
    move_until: '2026-11-24T11:00:00Z',
    moves_id: 7,
  };

  test.each([
    ['approve', '12:59', undefined],
    ['approve', '13:00', 'begun'],
    ['decline', '13:00', undefined],
    ['decline', '14:59', undefined],
    ['decline', '15:00', 'expired'],
  ] as const)('that outlasts its own time: to %s at %s is hindered by %s', (move, time, hindrance) => {
    expect(hindranceTo(move, other, proposed, new Date(`2026-11-24T${time}:00Z`))).toBe(hindrance);
  });

  test('whose new time is proposed is given no third one', () => {
    const now = new Date('2026-11-24T09:00:00Z');
    expect(hindranceTo('move', one, proposed, now)).toBe('state');
    expect(hindranceTo('move', one, { ...proposed, moves_id: null }, now)).toBeUndefined();
  });

  test('takes its time while it is asked for or approved', () => {
    expect(statuses.filter(isOpen)).toEqual(['requested', 'approved']);
  });

  test('is without contact where there is neither a name nor a number', () => {
    expect(isWithoutContact({ name: withoutContact, phone: '' })).toBe(true);
    expect(isWithoutContact({ name: withoutContact, phone: '+91 80 0000 0000' })).toBe(false);
    expect(isWithoutContact({ name: 'Asha Rao', phone: '' })).toBe(false);
  });
});

test('who was let in, or kept out, are events that there are, and never both', () => {
  expect(accountEvents).toEqual(expect.arrayContaining([...signIns, ...failedEvents]));
  expect(signIns.filter((event) => failedEvents.includes(event))).toEqual([]);
  expect([signIns, failedEvents]).toMatchObject([
    ['registered', 'signed_in', 'signed_in_by_passkey'],
    ['sign_in_failed', 'code_failed', 'sign_ins_refused', 'confirmation_failed', 'session_reused'],
  ]);
});
