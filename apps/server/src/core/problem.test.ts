import { expect, test } from 'vitest';
import { Problem, toProblem } from './problem.ts';

const thrown = (code: string, message = '') => Object.assign(new Error(message), { code });

test.each([
  ['serialisation failure', thrown('40001')],
  ['deadlock', thrown('40P01')],
  ['lock not available in time', thrown('55P03')],
  ['statement cancelled or timed out', thrown('57014')],
  ['database shutting down', thrown('57P01')],
  ['disk full', thrown('53100')],
  ['connection failure', thrown('08006')],
  ['connection refused', thrown('ECONNREFUSED')],
  ['connection lost', new Error('Connection terminated unexpectedly')],
  ['no answer in time', new Error('Query read timeout')],
])('%s is answered as busy, to be tried again', (_, error) => {
  const problem = toProblem(error);
  expect([problem.code, problem.status, problem.headers]).toEqual(['busy', 503, { 'retry-after': '2' }]);
});

test('a refusal stays what it is, and what nobody expected tells nothing', () => {
  const refusal = new Problem('slot_taken', { freeTimes: ['2026-11-24T10:30:00+05:30'] });
  expect(toProblem(refusal)).toBe(refusal);
  expect(refusal.body()).toMatchObject({ status: 409, free_times: ['2026-11-24T10:30:00+05:30'] });
  const fault = toProblem(thrown('23502', 'null value in column "secret"'));
  expect([fault.code, JSON.stringify(fault.body()).includes('secret')]).toEqual(['internal_error', false]);
});
