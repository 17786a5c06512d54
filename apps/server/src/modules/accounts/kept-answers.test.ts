import { deletedUser } from '@carecommons/contract/erasure-rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { book, good, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { idsAbout } from '../records/records.ts';
import { eraseAccount, eraseFromAnswers } from './erase.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider' });
  at = new Date((Math.ceil(t.clock.now().getTime() / 3_600_000) + 24 * 30) * 3_600_000).toISOString();
});
afterAll(() => t.close());

const keyed = { 'idempotency-key': 'once' };
const leave = ({ user_id }: Person) =>
  eraseFromAnswers(idsAbout)(
    { ...t.services, files: t.files },
    { user_id, number: 'x', requested_at: t.clock.now(), care_until: null, name_until: null },
  );

let at: string;

/** What is asked again with its key, and so answered from what is kept. */
const calls = {
  question: () =>
    t.call('POST /apis/help-center/create/', { as: patient.access, body: { problem: 'Why?' }, headers: keyed }),
  article: () =>
    t.call('POST /apis/blogs/create/', {
      as: provider.access,
      body: { title: 'Sleep', content: 'Dark.' },
      headers: keyed,
    }),
  visit: async () =>
    await t.call('POST /api/appointments/create/', {
      as: patient.access,
      body: { user: patient.user_id, healthcare_provider: provider.user_id, appointment_datetime: at, problem: 'id' },
      headers: keyed,
    }),
};

/** Every word that stands in an answer of ours: names of fields and values. */
function wordsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value);
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, below] of Object.entries(value)) {
    found.add(key);
    wordsOf(below, found);
  }
  return found;
}

test(
  'whoever leaves under a word of our answers leaves those of others as they were',
  { timeout: 120_000 },
  async () => {
    const before = new Map<string, string>();
    const words = new Set(['sealed', 'message', 'code', 'true', 'null']);
    for (const [name, call] of Object.entries(calls)) {
      const answer = await call();
      expect(answer.status, answer.text).toBe(201);
      before.set(name, answer.text);
      wordsOf(answer.body, words);
    }
    // Nobody else can be called so.
    for (const { username } of [patient, provider]) words.delete(username);
    // Those that are no names are called so in the table: what counts is what the erasure does with them.
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...words), async (word) => {
        const { user_id, ...leaver } = await signUp(t, { name: 'Asha Rao' });
        await sql`update users set username = ${word} where id = ${user_id}`.execute(t.db);
        await leave({ user_id, ...leaver });
        await sql`update users set username = ${`gone-${user_id}`} where id = ${user_id}`.execute(t.db);
        for (const [name, call] of Object.entries(calls)) {
          const again = await call();
          expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
            201,
            before.get(name),
            'true',
          ]);
        }
      }),
      { numRuns: 25 },
    );
  },
);

test('whoever leaves is named and quoted in no answer that others get once more, and the rest of it stays', async () => {
  const leaver = await signUp(t, { name: 'Bina Kaul' });
  const { id } = await book(t, leaver, provider, { problem: 'A secret cough.' });
  const other = await book(t, patient, provider, { problem: 'A secret cough.' });
  const approve = (of: number) =>
    t.call(`PUT /api/approve-appointment/${of}/`, {
      as: provider.access,
      headers: { 'idempotency-key': `approve-${of}` },
    });
  const kept = [await approve(id), await approve(other.id)];
  expect(kept.map(({ status }) => status)).toEqual([200, 200]);
  expect(kept[0]?.text).toContain('Bina Kaul');
  await leave(leaver);
  const again = await approve(id);
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
  expect(again.body).toEqual({
    ...kept[0]?.body,
    problem: deletedUser,
    user: { user: leaver.user_id, name: deletedUser, phone: '' },
  });
  // Somebody else said the same of theirs.
  expect((await approve(other.id)).text).toBe(kept[1]?.text);
});

test('a provider who leaves is not named in the kept answers of patients', async () => {
  const leaver = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Mira Sen' });
  const ask = () =>
    t.call('POST /api/appointments/create/', {
      as: patient.access,
      body: { user: patient.user_id, healthcare_provider: leaver.user_id, appointment_datetime: at, problem: 'Rash' },
      headers: { 'idempotency-key': 'another' },
    });
  expect((await ask()).text).toContain('Dr. Mira Sen');
  await leave(leaver);
  const { body } = await ask();
  expect(body.healthcare_provider).toMatchObject({ user: leaver.user_id, name: deletedUser, phone: '' });
  expect([body.problem, body.user.name]).toEqual(['Rash', 'Asha Rao']);
});

test('a letter that somebody else at the same address asked for stays in the queue', async () => {
  const [one, two] = [await signUp(t), await signUp(t)];
  const email = 'shared@example.org';
  await sql`update users set email = ${email} where id in (${one.user_id}, ${two.user_id})`.execute(t.db);
  await good(t, 'POST /forgot-password/', { body: { email } });
  const queued = async () =>
    (await sql`select from jobs where kind = 'password_reset' and payload->>'email' = ${email}`.execute(t.db)).rows
      .length;
  expect(await queued()).toBe(1);
  const needs = { ...t.services, files: t.files };
  await sql`update users set disabled_at = now(), erased_at = now() where id in (${one.user_id}, ${two.user_id})`.execute(
    t.db,
  );
  const leaving = { number: 'x', requested_at: t.clock.now(), care_until: null, name_until: null };
  await eraseAccount(needs, { user_id: one.user_id, ...leaving });
  expect(await queued()).toBe(1);
  await eraseAccount(needs, { user_id: two.user_id, ...leaving });
  expect(await queued()).toBe(0);
});
