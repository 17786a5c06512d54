import {
  holdsTime,
  isOpen,
  isVisit,
  sides,
  statuses,
  tookPlace,
  wasLeftUndecided,
} from '@carecommons/contract/appointment-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import * as states from './states.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const now = new Date('2026-11-24T10:00Z');

/** Appointments in every state, before its time, at it, and after. */
const rows = statuses.flatMap((status) =>
  sides.flatMap((proposed_by) =>
    [null, 7].flatMap((moves_id) =>
      [null, 8].flatMap((moved_to_id) =>
        [null, now].flatMap((undo_until) =>
          [-1, 0, 1].map((ms) => ({
            status,
            proposed_by,
            moves_id,
            moved_to_id,
            undo_until,
            starts_at: new Date(now.getTime() + ms),
          })),
        ),
      ),
    ),
  ),
);

test('the conditions of the statements and of the index say what the rules of the contract do', async () => {
  const { rows: index } = await sql<{ condition: string }>`
    select pg_get_expr(indpred, indrelid) as condition from pg_index
    where indexrelid = 'appointments_never_overlap'::regclass`.execute(t.db);
  const constraint = sql.raw<boolean>((index[0] as { condition: string }).condition);
  const { rows: found } = await sql<Record<string, boolean>>`
    select ${states.isOpen()} as open, ${states.isVisit()} as visit, ${states.isActive()} as active,
      ${states.holdsTime()} as holds, ${constraint} as held, ${states.tookPlace(now)} as place,
      ${states.wasLeftUndecided} as undecided, ${states.endsWithLeaver(now)} as ends
    from json_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}) as a (status text,
      proposed_by text, moves_id integer, moved_to_id integer, undo_until timestamptz, starts_at timestamptz, place integer)
    order by a.place`.execute(t.db);
  const expected = rows.map(({ starts_at, ...row }) => {
    const facts = { ...row, appointment_datetime: starts_at.toISOString(), undo_until: row.undo_until && 'a moment' };
    const { status } = row;
    return {
      open: isOpen(status),
      visit: isVisit(status),
      active: status !== 'declined' && status !== 'cancelled' && status !== 'expired',
      holds: holdsTime(facts),
      held: holdsTime(facts),
      place: tookPlace(facts, now),
      undecided: wasLeftUndecided(facts),
      ends: isOpen(status) && !tookPlace(facts, now),
    };
  });
  expect(found.map((cells, at) => ({ ...rows[at], ...cells }))).toEqual(
    expected.map((cells, at) => ({ ...rows[at], ...cells })),
  );
});
