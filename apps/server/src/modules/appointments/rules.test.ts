import {
  canMove,
  expiryOf,
  type Facts,
  hindranceTo,
  mayMove,
  type Move,
  moves,
  needsReason,
  nextReminder,
  type Status,
  statuses,
  takesReport,
} from '@carecommons/contract/appointment-rules';
import { describe, expect, test } from 'vitest';

const people = { patient: { user_id: 1 }, provider: { user_id: 2 }, stranger: { user_id: 3 } };
type Name = keyof typeof people;
const names = Object.keys(people) as Name[];

const at = (time: string) => `2026-11-24T${time}:00.000Z`;
const facts: Omit<Facts, 'status' | 'proposed_by'> = {
  user: { user: 1 },
  healthcare_provider: { user: 2 },
  undo_until: at('09:00'),
  expires_at: at('10:00'),
  cancel_until: at('11:00'),
  move_until: at('12:00'),
  appointment_datetime: at('13:00'),
  moves_id: null,
};

/** All states that an appointment can be in: a request, and what was decided of it, is the patient's or the provider's. */
const states = statuses.flatMap((status) => [`${status} for the patient`, `${status} for the provider`] as const);
type State = (typeof states)[number];
const appointmentIn = (state: State): Facts => {
  const [status, , , by] = state.split(' ') as [Status, string, string, 'patient' | 'provider'];
  return { ...facts, status, proposed_by: by };
};

// The contract's table once more, by hand: who can make a move in which state, and from when or until when.
const both = ['patient', 'provider'] as const;
type Can = { [Who in 'patient' | 'provider']?: `until ${string}` | `from ${string}` };
const truth: Record<Move, { may: readonly Name[]; can: { [Which in State]?: Can } }> = {
  approve: {
    may: both,
    can: {
      'requested for the patient': { provider: 'until 10:00' },
      'requested for the provider': { patient: 'until 10:00' },
    },
  },
  decline: {
    may: both,
    can: {
      'requested for the patient': { provider: 'until 10:00' },
      'requested for the provider': { patient: 'until 10:00' },
    },
  },
  undo: {
    may: both,
    can: {
      'approved for the patient': { provider: 'until 09:00' },
      'approved for the provider': { patient: 'until 09:00' },
      'declined for the patient': { provider: 'until 09:00' },
      'declined for the provider': { patient: 'until 09:00' },
    },
  },
  cancel: {
    may: both,
    can: {
      'requested for the patient': { patient: 'until 10:00' },
      'requested for the provider': { provider: 'until 10:00' },
      'approved for the patient': { patient: 'until 11:00', provider: 'until 13:00' },
      'approved for the provider': { patient: 'until 11:00', provider: 'until 13:00' },
    },
  },
  move: {
    may: both,
    can: {
      'requested for the patient': { patient: 'until 10:00', provider: 'until 10:00' },
      'requested for the provider': { patient: 'until 10:00', provider: 'until 10:00' },
      'approved for the patient': { patient: 'until 12:00', provider: 'until 13:00' },
      'approved for the provider': { patient: 'until 12:00', provider: 'until 13:00' },
    },
  },
  complete: {
    may: ['provider'],
    can: {
      'approved for the patient': { provider: 'from 13:00' },
      'approved for the provider': { provider: 'from 13:00' },
      'no_show for the patient': { provider: 'from 13:00' },
      'no_show for the provider': { provider: 'from 13:00' },
    },
  },
  no_show: {
    may: ['provider'],
    can: {
      'approved for the patient': { provider: 'from 13:00' },
      'approved for the provider': { provider: 'from 13:00' },
      'completed for the patient': { provider: 'from 13:00' },
      'completed for the provider': { provider: 'from 13:00' },
    },
  },
  // By the kind of visit alone, when it is booked.
  confirm: { may: [], can: {} },
  // By nobody, but time.
  expire: { may: [], can: {} },
  // With another appointment of the chain alone.
  replace: { may: [], can: {} },
  restore: { may: [], can: {} },
};

/** Each boundary, and the millisecond before it. */
const instants = ['09:00', '10:00', '11:00', '12:00', '13:00'].flatMap((time) => {
  const boundary = new Date(at(time));
  return [new Date(boundary.getTime() - 1), boundary];
});

function isTimely(rule: string | undefined, now: Date) {
  const [way, time] = rule?.split(' ') ?? [];
  if (time === undefined) return false;
  return way === 'until' ? now < new Date(at(time)) : now >= new Date(at(time));
}

describe.each(Object.keys(moves) as Move[])('%s', (move) => {
  test.each(names)('by the %s', (name) => {
    const person = people[name];
    for (const state of states) {
      // In a request or what became of one, only that side which answers it may decide.
      const decides = move === 'approve' || move === 'decline' || move === 'undo';
      const answers = state.endsWith('patient') ? 'provider' : 'patient';
      const may = truth[move].may.includes(name) && (!decides || name === answers);
      expect([state, mayMove(move, person, appointmentIn(state))]).toEqual([state, may]);
      for (const now of instants) {
        const rule = name === 'stranger' ? undefined : truth[move].can[state]?.[name];
        const found = canMove(move, person, appointmentIn(state), now);
        expect([state, now, found]).toEqual([state, now, isTimely(rule, now)]);
      }
    }
  });
});

test('a proposed time is answered, not moved again, until it is the visit itself', () => {
  const now = new Date(at('08:00'));
  const proposed = (status: Status) => ({ ...facts, status, proposed_by: 'patient', moves_id: 7 }) as const;
  for (const person of [people.patient, people.provider]) {
    expect(canMove('move', person, proposed('requested'), now)).toBe(false);
    expect(canMove('move', person, proposed('approved'), now)).toBe(true);
  }
});

test('what stands in the way is said', () => {
  const hindrance = (move: Move, name: Name, state: State, time: string) =>
    hindranceTo(move, people[name], appointmentIn(state), new Date(at(time)));
  expect(hindrance('approve', 'provider', 'requested for the patient', '08:00')).toBeUndefined();
  expect(hindrance('approve', 'provider', 'requested for the patient', '10:00')).toBe('expired');
  expect(hindrance('cancel', 'patient', 'requested for the patient', '10:00')).toBe('expired');
  expect(hindrance('approve', 'provider', 'declined for the patient', '08:00')).toBe('state');
  expect(hindrance('undo', 'provider', 'approved for the patient', '09:00')).toBe('ten seconds over');
  expect(hindrance('cancel', 'patient', 'approved for the patient', '11:00')).toBe('cut-off passed');
  expect(hindrance('move', 'patient', 'approved for the patient', '12:00')).toBe('cut-off passed');
  expect(hindrance('cancel', 'provider', 'approved for the patient', '13:00')).toBe('begun');
  expect(hindrance('complete', 'provider', 'approved for the patient', '12:00')).toBe('not begun');
});

test('a provider says why, a patient need not', () => {
  const asked = Object.keys(moves).filter((move) => needsReason(move as Move, people.provider, facts));
  expect(asked).toEqual(['decline', 'cancel', 'move']);
  for (const move of Object.keys(moves)) expect(needsReason(move as Move, people.patient, facts)).toBe(false);
});

test.each([
  // Asked on the 20th at noon.
  ['after 48 hours, for a visit that is far', '2026-11-30T12:00', 48, '2026-11-22T12:00'],
  ["after the provider's own hours", '2026-11-30T12:00', 4, '2026-11-20T16:00'],
  ['two hours before a visit that is nearer', '2026-11-21T12:00', 48, '2026-11-21T10:00'],
  ['not sooner than after 30 minutes', '2026-11-20T14:20', 48, '2026-11-20T12:30'],
  ['when the visit begins, where that is sooner', '2026-11-20T12:20', 48, '2026-11-20T12:20'],
])('a request expires %s', (_, start, hours, expiry) => {
  const instant = (text: string) => new Date(`${text}Z`);
  expect(expiryOf(instant('2026-11-20T12:00'), instant(start), hours)).toEqual(instant(expiry));
});

test.each([
  ['2026-11-01T12:00', '2026-11-17T12:00'],
  ['2026-11-17T12:00', '2026-11-23T12:00'],
  ['2026-11-23T11:59', '2026-11-23T12:00'],
  ['2026-11-23T12:00', '2026-11-24T10:00'],
  ['2026-11-24T10:00', undefined],
  ['2026-11-25T10:00', undefined],
])('of a visit on the 24th at noon, after %s one is reminded at %s', (after, due) => {
  const next = nextReminder(new Date('2026-11-24T12:00Z'), new Date(`${after}Z`));
  expect(next).toEqual(due && new Date(`${due}Z`));
});

test('a report is taken of a visit that may have been: not of a time that was only proposed or offered', () => {
  const taken = (changed: Partial<Facts> & { moved_to_id?: number }, now = '14:00') =>
    takesReport(
      { ...facts, status: 'expired', proposed_by: 'patient', moved_to_id: null, ...changed },
      new Date(at(now)),
    );
  const whereTaken = (changed: Partial<Facts>) => statuses.filter((status) => taken({ status, ...changed }));
  expect(whereTaken({})).toEqual(['requested', 'approved', 'expired', 'completed']);
  expect(whereTaken({ proposed_by: 'provider' })).toEqual(['approved', 'completed']);
  expect(whereTaken({ moves_id: 7 })).toEqual(['approved', 'completed']);
  // It became another visit.
  expect(taken({ moved_to_id: 7 })).toBe(false);
  expect(statuses.filter((status) => taken({ status }, '13:00'))).toEqual([]);
});
