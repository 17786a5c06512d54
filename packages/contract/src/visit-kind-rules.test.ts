import { expect, test } from 'vitest';
import { isConfirmedAtOnce, mayBookKind } from './visit-kind-rules.ts';

test.each([
  ['new', true, true],
  ['known', false, true],
  ['staff', false, false],
] as const)('a kind for %s: booked by a stranger %s, by a known patient %s', (who_may_book, stranger, known) => {
  expect([mayBookKind({ who_may_book }, false), mayBookKind({ who_may_book }, true)]).toEqual([stranger, known]);
});

test.each([
  ['request', false, false],
  ['known', false, true],
  ['at_once', true, true],
] as const)('confirmation %s: at once for a stranger %s, for a known patient %s', (confirmation, stranger, known) => {
  expect([isConfirmedAtOnce({ confirmation }, false), isConfirmedAtOnce({ confirmation }, true)]).toEqual([
    stranger,
    known,
  ]);
});
