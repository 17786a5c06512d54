import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type Answer, type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

// Somebody else's transaction, X, has taken a time and is still open when a patient asks for the same one.

let t: TestApp;
let [other, patient, provider]: Person[] = [];
let x: pg.Client;
let at: Date;
beforeAll(async () => {
  t = await testApp();
  other = await signUp(t);
  patient = await signUp(t);
});
beforeEach(async () => {
  provider = await signUp(t, { role: 'healthcare_provider' });
  at = new Date(Math.ceil(t.clock.now().getTime() / 86_400_000 + 1) * 86_400_000);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db);
  x = new pg.Client({ ...inject('postgres').app, database: rows[0]?.name });
  await x.connect();
  await x.query('begin');
});
afterEach(() => x.end());
afterAll(() => t.close());

const lockOfProvider = () =>
  x.query("select pg_advisory_xact_lock(hashtext('time of a provider'), $1)", [provider?.user_id]);

async function insert() {
  await x.query(
    `insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
     select $1, $2, start, start + interval '30 minutes', 'UTC', tstzrange(start, start + interval '30 minutes'),
       'Still open.', 'requested', start - interval '1 day' from (values ($3::timestamptz)) given (start)`,
    [provider?.user_id, other?.user_id, at],
  );
}

/** Asks for the same time, and returns once the answer waits for X: not the answer itself, but a way to have it. */
async function ask(): Promise<() => Promise<Answer>> {
  const answer = t.call('POST /api/appointments/create/', {
    as: patient?.access,
    body: {
      user: patient?.user_id,
      healthcare_provider: provider?.user_id,
      appointment_datetime: at.toISOString(),
      problem: 'Waiting.',
    },
  });
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 10_000, interval: 10 });
  return () => answer;
}

async function waiting() {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
  return rows;
}

const booked = async () =>
  (await sql`select from appointments where provider_id = ${provider?.user_id}`.execute(t.db)).rows.length;

describe.each([
  ['as the product books', [lockOfProvider, insert]],
  ['without the lock', [insert]],
])('X books %s', (_, steps) => {
  beforeEach(async () => {
    for (const step of steps) await step();
  });

  test('and rolls back: the time is free', async () => {
    const answer = await ask();
    await x.query('rollback');
    expect((await answer()).status).toBe(201);
    expect(await booked()).toBe(1);
  });

  test('and commits: the time is taken', async () => {
    const answer = await ask();
    await x.query('commit');
    const { status, body } = await answer();
    expect([status, body.code, body.free_times.length]).toEqual([409, 'slot_taken', 3]);
    expect(await booked()).toBe(1);
  });

  test('and does not end: who waits is told to come again, and has booked nothing', async () => {
    const answer = await ask();
    // What a time-out of the database does as well.
    for (const { pid } of await waiting()) await sql`select pg_cancel_backend(${pid})`.execute(t.db);
    const { status, headers, body } = await answer();
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'busy', '2']);
    await x.query('rollback');
    expect(await booked()).toBe(0);
  });
});

test('a deadlock is answered as busy, never as a fault', async () => {
  await insert();
  const answer = await ask();
  // Now each waits for the other, until the database ends one of the two.
  const ended = await lockOfProvider().then(
    () => 'the product',
    (error: { code?: string }) => error.code,
  );
  await x.query('rollback');
  const { status } = await answer();
  expect([
    ['the product', 503],
    ['40P01', 201],
  ]).toContainEqual([ended, status]);
});
