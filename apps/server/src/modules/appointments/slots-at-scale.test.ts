import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';
import { publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';

// Slots are read in one statement, from indexes, however many visits there are.

let t: TestApp;
const providers: Person[] = [];
beforeAll(async () => {
  t = await testApp();
  const patients: Person[] = [];
  for (let n = 0; n < 4; n++) patients.push(await signUp(t));
  for (let n = 0; n < 4; n++) {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    await publishHours(t, provider, scheduleWith(['09:00-13:00', '14:00-20:00'], { visit_minutes: 15 }));
    providers.push(provider);
  }
  // Two years, of which the last two months are still to come.
  await sql`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at,
      decided_at)
    select provider, patients[1 + n % 4], at, at + interval '15 minutes', 'Asia/Kolkata',
      tstzrange(at, at + interval '15 minutes'), 'One of many.', 'approved', at - interval '3 hours', at - interval '2 hours'
    from unnest(${providers.map(({ user_id }) => user_id)}::int[]) provider, generate_series(0, 1500) n,
      lateral (select ${t.clock.now()}::timestamptz + (n - 1320) * interval '11 hours' as at) times,
      (select ${patients.map(({ user_id }) => user_id)}::int[] as patients) given`.execute(t.db);
  await sql`
    insert into leaves (provider_id, away, created_at)
    select provider, tstzrange(at, at + interval '1 hour'), at
    from unnest(${providers.map(({ user_id }) => user_id)}::int[]) provider,
      generate_series(${t.clock.now()}::timestamptz - interval '3 years', ${t.clock.now()}, interval '1 day') at`.execute(
    t.db,
  );
  await asOwner(t.db, 'vacuum analyze');
});
afterAll(() => t.close());

const reads = /from (appointments|leaves|providers)/;
const day = (after: number) => new Date(t.clock.now().getTime() + after * 86_400_000).toISOString().slice(0, 10);

test.each([
  ['a month of slots', () => `/api/slots/${providers[3]?.user_id}/?from=${day(1)}&to=${day(31)}`],
  ['the next times of a page', () => `/api/next-times/?providers=${providers.map(({ user_id }) => user_id).join()}`],
  ['the terms of booking', () => `/api/booking-terms/${providers[3]?.user_id}/`],
])('%s: one statement, from indexes', async (_, path) => {
  const { answer, plans } = await plansOf(t, `GET ${path()}`, { as: '', reads });
  expect(answer.status).toBe(200);
  expect(plans).toHaveLength(1);
  expect(plans[0]).not.toMatch(/Seq Scan on (appointments|leaves)/);
  expect(plans[0]).toMatch(/(Index|Bitmap).* (on|using) appointments_(never_overlap|answered)/);
});

test('what a leave would fall upon is read from an index', async () => {
  const [from, to] = [`${day(1)}T09:00`, `${day(9)}T09:00`];
  const { answer, plans } = await plansOf(t, `GET /api/leaves/visits/?from=${from}&to=${to}`, {
    as: providers[3]?.access ?? '',
    reads: /from appointments/,
  });
  expect(answer.body.length).toBeGreaterThan(10);
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(/Index.*appointments_/);
  expect(plans[0]).not.toMatch(/Seq Scan on appointments/);
});

test('a month of slots comes whole, between many visits', async () => {
  const { status, body } = await t.call(`GET /api/slots/${providers[2]?.user_id}/?from=${day(1)}&to=${day(31)}`);
  expect([status, body.length > 900]).toEqual([200, true]);
});
