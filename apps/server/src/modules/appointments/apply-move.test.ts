import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import {
  hindranceTo,
  type Move,
  moves,
  type Side,
  sides,
  type Status,
  statuses,
} from '@carecommons/contract/appointment-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visitIn } from '../../../test/fixtures/appointment-moves.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { applyMove, endings, type MadeBy, type StatusMove } from './apply-move.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

/** Makes moves of an appointment in some state, and says what became of it; undefined where it was refused. */
async function outcome(state: { status: Status; proposed_by: Side }, by: MadeBy, ...possible: StatusMove[]) {
  const id = await visitIn(t, patient, provider, { ...state, undo_until: t.clock.now() });
  try {
    await t.db.transaction().execute((tx) => applyMove(tx, { by, which: sql`a.id = ${id}`, set: {} }, ...possible));
  } catch (error) {
    expect(error).toMatchObject({ code: '23502', column: 'status' });
    return undefined;
  }
  const { rows } = await sql<{ status: Status }>`select status from appointments where id = ${id}`.execute(t.db);
  return rows[0]?.status;
}

/** By the table, whether a side may make a move in a state; what the time says left aside. */
function isAllowed(move: Move, side: Side, { status, proposed_by }: { status: Status; proposed_by: Side }) {
  const parties = { user: { user: 1 }, healthcare_provider: { user: 2 } };
  const [always, begun] = ['2999-01-01T00:00Z', '2000-01-01T00:00Z'];
  const concludes = moves[move].when === 'once it has begun';
  const facts = { status, proposed_by, ...parties, appointment_datetime: concludes ? begun : always, moves_id: null };
  const times = { expires_at: always, undo_until: always, cancel_until: always, move_until: always };
  return hindranceTo(move, { user_id: side === 'patient' ? 1 : 2 }, { ...facts, ...times }, new Date()) === undefined;
}

describe.each(Object.keys(moves).filter((move): move is StatusMove => move !== 'move'))('%s', (move) => {
  test.each(statuses)('of one that is %s', async (status) => {
    for (const proposed_by of sides) {
      const { to } = moves[move];
      const result = to === 'as before' ? 'requested' : to;
      for (const side of sides) {
        const allowed = isAllowed(move, side, { status, proposed_by });
        expect([proposed_by, side, await outcome({ status, proposed_by }, side, move)]).toEqual([
          proposed_by,
          side,
          allowed ? result : undefined,
        ]);
      }
      for (const nobody of ['time', 'chain', 'kind'] as const) {
        const movers = (moves[move].by as { [Which in Status]?: readonly string[] })[status] ?? [];
        expect([nobody, await outcome({ status, proposed_by }, nobody, move)]).toEqual([
          nobody,
          movers.includes(nobody) ? result : undefined,
        ]);
      }
    }
  });
});

test('who asked takes back, who was asked declines, and a visit is cancelled', async () => {
  for (const side of sides) {
    const other = side === 'patient' ? 'provider' : 'patient';
    expect(await outcome({ status: 'requested', proposed_by: side }, side, ...endings)).toBe('cancelled');
    expect(await outcome({ status: 'requested', proposed_by: other }, side, ...endings)).toBe('declined');
    expect(await outcome({ status: 'approved', proposed_by: other }, side, ...endings)).toBe('cancelled');
    expect(await outcome({ status: 'declined', proposed_by: other }, side, ...endings)).toBeUndefined();
  }
});

test('one row that does not allow the move fails all of the statement', async () => {
  const other = await signUp(t, { role: 'healthcare_provider' });
  const ids = [
    await visitIn(t, patient, provider, { status: 'requested' }),
    await visitIn(t, patient, other, { status: 'completed' }),
  ];
  const which = sql<boolean>`a.id = any(${ids}::int[])`;
  const made = t.db.transaction().execute((tx) => applyMove(tx, { by: 'time', which, set: {} }, 'expire'));
  await expect(made).rejects.toMatchObject({ code: '23502' });
  const { rows } = await sql<{ status: Status }>`select status from appointments a where ${which} order by id`.execute(
    t.db,
  );
  expect(rows.map(({ status }) => status)).toEqual(['requested', 'completed']);
});

/** The statements of a source that write a status of appointments: updates that assign it, or may, and inserts. */
const writes = (source: string) => {
  const statements = source
    .replaceAll(/--.*$/gm, '')
    .matchAll(
      /(?:update\s+(?:only\s+)?appointments\b|(?:updateTable|insertInto|mergeInto)\(\s*['"`]appointments\b|(?:insert|merge)\s+into\s+appointments\b)[^]*?(?:\.execute|;)/gi,
    );
  return Array.from(statements, ([text]) => text).filter((text) =>
    (/^update\s/i.test(text) ? /(?:\bset|,)\s*status\s*=|\bset\s*\$\{/i : /\bstatus\b/).test(text),
  );
};

test.each([
  ["update appointments set ended_by = 'time', status = 'expired' where id = 1", true],
  ['update appointments a set version = (select 1 from appointments where id = 1), -- so\n status = $1', true],
  ['update appointments a set ${changes} where a.id = 1', true],
  ["db.updateTable('appointments').set({ status })", true],
  ['insert into appointments (patient_id, status) values (1, $1)', true],
  ["update appointments a set remind_at = $1 where a.status = 'approved' and status = $2", false],
  ['insert into moderated (status) values (1)', false],
])('%s', (statement, expected) => {
  expect(writes(`${statement};`).length > 0).toBe(expected);
});

test('no other statement of the product writes a status', async () => {
  const src = new URL('../../', import.meta.url).pathname;
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: src })) {
    if (!file.endsWith('.test.ts') && writes(readFileSync(src + file, 'utf8')).length > 0) found.push(file);
  }
  // A reservation begins as a request.
  expect(found.toSorted()).toEqual(['modules/appointments/apply-move.ts', 'modules/appointments/reservation.ts']);
});
