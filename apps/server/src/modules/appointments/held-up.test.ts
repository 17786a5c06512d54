import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

// Somebody else's transaction has the very time, and has not said yet whether it stays.

let t: TestApp;
let provider: Person;
let [patient, other] = [{} as Person, {} as Person];
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  provider = await signUp(t, { role: 'healthcare_provider' });
  [patient, other] = [await signUp(t), await signUp(t)];
});
afterAll(() => t.close());

const at = () => new Date(Math.ceil(t.clock.now().getTime() / 86_400_000 + 1) * 86_400_000);

const book = async () =>
  await t.call('POST /api/appointments/create/', {
    as: patient.access,
    body: {
      user: patient.user_id,
      healthcare_provider: provider.user_id,
      appointment_datetime: at().toISOString(),
      problem: 'Waits for another.',
    },
  });

/** Holds the time by a row that is not committed, until it is told how that ends. */
async function reserveInAnotherTransaction() {
  let end = (_how: 'commit' | 'rollback') => {};
  const how = new Promise<'commit' | 'rollback'>((resolve) => (end = resolve));
  let holds = () => {};
  const held = new Promise<void>((resolve) => (holds = resolve));
  const done = t.db
    .transaction()
    .execute(async (tx) => {
      await sql`
        insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
        select ${provider.user_id}, ${other.user_id}, at, at + interval '30 minutes', 'Asia/Kolkata',
          tstzrange(at, at + interval '30 minutes'), 'Has it.', 'requested', ${t.clock.now()}
        from (select ${at()}::timestamptz as at) t`.execute(tx);
      holds();
      if ((await how) === 'rollback') throw new Error('given back');
    })
    .catch(() => {});
  await held;
  return async (outcome: 'commit' | 'rollback') => {
    end(outcome);
    await done;
  };
}

/** Resolves when somebody waits for the transaction that holds the time. */
async function someoneWaits() {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks where not granted and locktype in ('transactionid', 'speculative token')`.execute(t.db);
    return rows.length;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
}

test('given back, the time is had by who waited for it', async () => {
  const letGo = await reserveInAnotherTransaction();
  const asked = book();
  await someoneWaits();
  await letGo('rollback');
  expect((await asked).status).toBe(201);
});

test('kept, it is taken', async () => {
  const letGo = await reserveInAnotherTransaction();
  const asked = book();
  await someoneWaits();
  await letGo('commit');
  expect(await asked).toMatchObject({ status: 409, body: { code: 'slot_taken' } });
});

test('held for long, who waits is told to come again, and nothing of it stays', async () => {
  const letGo = await reserveInAnotherTransaction();
  const { status, headers } = await book();
  expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  await letGo('rollback');
  expect((await book()).status).toBe(201);
});
