import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Line, make, rowOf, visitIn } from '../../../test/fixtures/appointment-moves.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { makeDueTransitions } from './due-transitions.ts';

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
        await sql`
          update appointments set status = 'cancelled', undo_until = null, undo_to = null, undo_reason = null
          where provider_id = ${provider.user_id}`.execute(t.db);
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
                const declined = await make(t, 'decline', answer.body.id, provider, { reason: 'Away.' });
                expect(declined.status).toBe(200);
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

describe('of moves of one appointment at once, from two processes', () => {
  let other: Awaited<ReturnType<TestApp['otherProcess']>>;
  let patient: Person;
  let provider: Person;
  beforeAll(async () => {
    other = await t.otherProcess();
    patient = await signUp(t);
    provider = await signUp(t, { role: 'healthcare_provider' });
  });
  afterAll(() => other.close());

  type Try = readonly [move: Line, by: 'patient' | 'provider'];
  async function all(id: number, tries: readonly Try[]) {
    const answers = await Promise.all(
      tries.map(([move, by], n) => {
        const at = new Date(tomorrow() + (40 + n) * 86_400_000).toISOString();
        const bodies: { [Move in Line]?: object } = {
          decline: { reason: 'Away.' },
          cancel: { reason: 'Away.' },
          move: { appointment_datetime: at, reason: 'Away.' },
        };
        return make(n % 2 ? t : other, move, id, by === 'patient' ? patient : provider, bodies[move]);
      }),
    );
    const wrong = answers.filter(({ status, body }) => status >= 300 && body.code !== 'wrong_state');
    expect(wrong.map(({ text }) => text)).toEqual([]);
    return tries.filter((_, n) => (answers[n] as Answer).status < 300).map(([move, by]) => `${move} by the ${by}`);
  }
  const eight = (...tries: Try[]) => Array.from({ length: 8 }, (_, n) => tries[n % tries.length] as Try);
  const approve = ['approve', 'provider'] as const;
  const decline = ['decline', 'provider'] as const;
  const undo = ['undo', 'provider'] as const;
  const withdraw = ['cancel', 'patient'] as const;

  test.each([
    ['approvals and refusals', eight(approve, decline)],
    ['approvals', eight(approve)],
    ['refusals and withdrawals', eight(decline, withdraw)],
    ['proposals of both sides', eight(['move', 'patient'], ['move', 'provider'])],
  ])('%s: exactly one wins', async (_, tries) => {
    const id = await visitIn(t, patient, provider);
    const won = await all(id, tries);
    // What is approved may be approved again; it changes nothing.
    expect(won.every((one) => one === won[0])).toBe(true);
    if (won[0] !== 'approve by the provider') expect(won).toHaveLength(1);
    const changed = await sql`
      select from appointments where chain_id = ${id} and (version > 1 or id <> ${id})`.execute(t.db);
    expect(changed.rows).toHaveLength(1);
    expect((await rowOf(t, id)).version).toBeLessThanOrEqual(2);
  });

  test('taking back and cancelling: the visit is asked for again, or is cancelled, or both in turn', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await visitIn(t, patient, provider);
      await make(t, 'approve', id, provider);
      const won = await all(id, eight(undo, withdraw));
      expect(won.filter((one) => one.startsWith('cancel'))).toHaveLength(1);
      expect(won.length).toBeLessThanOrEqual(2);
      expect(await rowOf(t, id)).toMatchObject({ status: 'cancelled', undo_until: null, remind_at: null });
    }
  });

  test('of a chain, in whatever order: one visit at most, and nobody waits in a circle', async () => {
    for (let n = 0; n < 8; n++) {
      const id = await visitIn(t, patient, provider, { status: n % 2 ? 'approved' : 'requested' });
      const at = new Date(tomorrow() + 40 * 86_400_000).toISOString();
      const { body } = await make(t, 'move', id, patient, { appointment_datetime: at });
      const next: number = body.id;
      const tries = [
        [next, 'approve', provider],
        [id, 'cancel', patient],
        [next, 'decline', provider],
        [id, 'approve', provider],
        [next, 'cancel', patient],
        [next, 'undo', provider],
      ] as const;
      const answers = await Promise.all([
        ...tries.map(([one, move, person], m) =>
          make(m % 2 ? t : other, move, one, person, move === 'decline' ? { reason: 'Away.' } : undefined),
        ),
        makeDueTransitions(t.services).then(() => ({ status: 200, text: '' })),
      ]);
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const { rows } = await sql`
        select from appointments where chain_id = ${id} and status = 'approved'`.execute(t.db);
      expect(rows.length).toBeLessThanOrEqual(1);
    }
  });
});
