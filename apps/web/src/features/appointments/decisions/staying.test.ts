import { expect, test } from 'vitest';
import { appointmentOf } from '../../../../test/appointments.ts';
import { withStaying } from './staying.ts';

const row = (id: number) => appointmentOf('Asha Kiran', { id });
const staying = (id: number, before: number[]) => ({ row: row(id), before, height: 400 });
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

test.each([
  ['nothing was decided', [1, 2, 3], [], [1, 2, 3]],
  ['the first', [2, 3], [staying(1, [])], [1, 2, 3]],
  ['the last', [1, 2], [staying(3, [1, 2])], [1, 2, 3]],
  ['two after each other, the later one first', [1, 4], [staying(3, [1, 2]), staying(2, [1])], [1, 2, 3, 4]],
  ['all of them', [], [staying(2, [1]), staying(1, [])], [1, 2]],
  ['one whose neighbour has gone', [4], [staying(3, [1, 2])], [3, 4]],
  ['with a new one before it', [9, 1], [staying(2, [1])], [9, 1, 2]],
  ['one that waits again', [1, 2], [staying(2, [])], [1, 2]],
])('where it was: %s', (_, rows, those, wanted) => {
  expect(idsOf(withStaying(rows.map(row), those))).toEqual(wanted);
});
