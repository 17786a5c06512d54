import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Person, signUp } from '../../../test/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const minute = 60_000;
const tomorrow = () => Math.ceil(t.clock.now().getTime() / 86_400_000 + 1) * 86_400_000;

async function people(count: number) {
  const all: Person[] = [];
  for (let n = 0; n < count; n++) all.push(await signUp(t));
  return all;
}

const tryToBook = (call: TestApp['call'], patient: Person, provider: Person, at: number) =>
  call('POST /api/appointments/create/', {
    as: patient.access,
    body: {
      user: patient.user_id,
      healthcare_provider: provider.user_id,
      appointment_datetime: new Date(at).toISOString(),
      problem: 'Contended.',
    },
  });

async function overlaps(provider: Person) {
  const { rows } = await sql`
    select a.id from appointments a join appointments b on a.provider_id = b.provider_id and a.chain_id <> b.chain_id
      and a.held && b.held and b.status in ('requested', 'approved')
    where a.provider_id = ${provider.user_id} and a.status in ('requested', 'approved')`.execute(t.db);
  return rows.length;
}

test('of 64 tries on one time from two processes one wins, and no other fails otherwise', async ({
  onTestFinished,
}) => {
  const other = await t.otherProcess();
  onTestFinished(() => other.close());
  const provider = await signUp(t, { role: 'healthcare_provider' });
  const patients = await people(16);
  const at = tomorrow();
  const answers = await Promise.all(
    // Some want the time exactly, others one that overlaps it.
    Array.from({ length: 64 }, (_, n) =>
      tryToBook(n % 2 ? t.call : other.call, patients[n >> 2] as Person, provider, at + (n % 3) * 9 * minute),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(63).fill(409)]);
  const losers = answers.filter(({ status }) => status === 409);
  for (const { body } of losers) {
    expect(body.code).toBe('slot_taken');
    expect(body.free_times).toHaveLength(3);
  }
  expect(await overlaps(provider)).toBe(0);
});

test(
  'whatever is asked for and approved at once, in whatever order, nothing overlaps',
  { timeout: 60_000 },
  async () => {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    const patients = await people(4);
    const step = fc.record({
      patient: fc.nat({ max: patients.length - 1 }),
      minutes: fc.nat({ max: 400 }),
      after: fc.constantFrom('nothing', 'approve', 'decline'),
    });
    let day = tomorrow();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
        // A day of its own for each run, and nothing left open from the one before.
        await sql`update appointments set status = 'cancelled' where provider_id = ${provider.user_id}`.execute(t.db);
        day += 86_400_000;
        for (const round of rounds) {
          await Promise.all(
            round.map(async ({ patient, minutes, after }) => {
              const answer = await tryToBook(t.call, patients[patient] as Person, provider, day + minutes * minute);
              expect([201, 409]).toContain(answer.status);
              if (answer.status !== 201) return;
              if (after === 'approve') {
                const approved = await t.call(`PUT /api/approve-appointment/${answer.body.id}/`, {
                  as: provider.access,
                });
                expect(approved.status).toBe(200);
              }
              if (after === 'decline') {
                await sql`update appointments set status = 'declined' where id = ${answer.body.id}`.execute(t.db);
              }
            }),
          );
          expect(await overlaps(provider)).toBe(0);
        }
      }),
      { numRuns: 40 },
    );
  },
);
