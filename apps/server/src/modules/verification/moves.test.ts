import type { Grant } from '@carecommons/contract/endpoint';
import {
  canMoveClaim,
  type ClaimMove,
  claimMoves,
  claimStates,
  isLeftLying,
  mayMoveClaim,
  mayOpenEvidence,
} from '@carecommons/contract/verification-rules';
import { describe, expect, test } from 'vitest';

const verifier: readonly Grant[] = ['verifier'];
const people = {
  provider: { user_id: 1, grants: [] },
  'provider who verifies': { user_id: 1, grants: verifier },
  reviewer: { user_id: 2, grants: verifier },
  'reviewer without the grant': { user_id: 2, grants: ['administrator', 'moderator'] as const },
  'other verifier': { user_id: 3, grants: verifier },
  stranger: { user_id: 4, grants: [] },
};
const claim = { provider_id: 1, reviewer_id: 2 };

/** Every move, with all who may make it and all the states in which it can be made. */
const truth: Record<ClaimMove, [who: (keyof typeof people)[], when: string[]]> = {
  submit: [['provider', 'provider who verifies'], ['draft']],
  withdraw: [
    ['provider', 'provider who verifies'],
    ['submitted', 'in_review'],
  ],
  take: [['reviewer', 'other verifier'], ['submitted']],
  take_over: [['reviewer', 'other verifier'], ['in_review']],
  release: [['reviewer'], ['in_review']],
  verify: [['reviewer'], ['in_review']],
  reject: [['reviewer'], ['in_review']],
  expire: [[], ['verified']],
  lapse: [[], ['verified']],
};

describe.each(Object.keys(claimMoves) as ClaimMove[])('%s', (move) => {
  test.each(Object.entries(people))('by the %s', (name, person) => {
    expect(mayMoveClaim(person, claim, move)).toBe(truth[move][0].includes(name as keyof typeof people));
  });
  test.each(claimStates)('when it is %s', (state) => {
    expect(canMoveClaim(move, state)).toBe(truth[move][1].includes(state));
  });
});

test.each(claimStates)('documents of a claim that is %s are opened by whom they concern', (state) => {
  const may = Object.entries(people).filter(([, person]) => mayOpenEvidence(person, { ...claim, state }));
  const verifiers = state === 'in_review' ? ['reviewer'] : [];
  expect(may.map(([name]) => name)).toEqual(['provider', 'provider who verifies', ...verifiers]);
});

test('what one verifier has had in review for three days may be taken over', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const since = (taken_at: string | null, state: 'in_review' | 'submitted' = 'in_review') =>
    isLeftLying({ state, taken_at }, now);
  expect(since('2026-11-21T10:00:01Z')).toBe(false);
  expect(since('2026-11-21T10:00:00Z')).toBe(true);
  expect(since('2026-11-01T10:00:00Z', 'submitted')).toBe(false);
  expect(since(null, 'submitted')).toBe(false);
});
