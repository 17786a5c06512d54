import { expect, test } from 'vitest';
import { Problem, toProblem } from './problem.ts';

test.each([
  ['a deadlock', { code: '40P01' }],
  ['a serialisation failure', { code: '40001' }],
  ['a wait for a lock that took too long', { code: '55P03' }],
  ['a statement that took too long', { code: '57014' }],
  ['an answer that did not come', new Error('Query read timeout')],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a database that goes away', { code: '57P01' }],
  ['a connection that breaks', { code: 'ECONNRESET' }],
])('%s is answered as busy, to be tried again', (_, thrown) => {
  const problem = toProblem(thrown);
  expect([problem.status, problem.code, problem.headers]).toEqual([503, 'busy', { 'retry-after': '2' }]);
  // For the log, which would else not say why.
  expect(problem.cause).toBe(thrown);
});

test('what nobody expected is a fault, whose text stays inside', () => {
  const { status, message } = toProblem(new Error('relation "secret" does not exist'));
  expect([status, message]).toEqual([500, 'Something went wrong on our side. Please try again.']);
});

test('free times are told where there are some to tell', () => {
  expect(new Problem('slot_taken').body()).not.toHaveProperty('free_times');
  const freeTimes = ['2026-11-24T10:30:00+05:30'];
  expect(new Problem('slot_taken', { freeTimes }).body()).toMatchObject({ code: 'slot_taken', free_times: freeTimes });
});
