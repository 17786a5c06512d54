import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';

// Each list is read from an index, however many appointments there are.

let t: TestApp;
const patients: Person[] = [];
const providers: Person[] = [];
beforeAll(async () => {
  t = await testApp();
  for (let n = 0; n < 8; n++) {
    patients.push(await signUp(t));
    providers.push(await signUp(t, { role: 'healthcare_provider' }));
  }
  // Three years of each provider's days; the last two months are still to come.
  await sql`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
    select provider, patients[1 + n % 8], at, at + interval '30 minutes', 'Asia/Kolkata',
      tstzrange(at, at + interval '30 minutes'), 'One of many.', (array['approved', 'requested', 'declined'])[1 + n % 3], at
    from unnest(${providers.map(({ user_id }) => user_id)}::int[]) provider,
      generate_series(0, 629) n,
      lateral (select ${t.clock.now()}::timestamptz + (n - 600) * interval '2 days' as at) times,
      (select ${patients.map(({ user_id }) => user_id)}::int[] as patients) given`.execute(t.db);
  await asOwner(t.db, 'vacuum analyze');
});
afterAll(() => t.close());

const reads = /from appointments/;
const fromIndex = /Index (Only )?Scan (Backward )?(using|on) appointments_/;

test.each([
  ['/api/upcoming/', () => patients[3]],
  ['/api/aappointments/', () => patients[3]],
  ['/api/upcoming-provider/', () => providers[3]],
  ['/api/appointments/provider/', () => providers[3]],
  ['/api/appointments/provider/?q=many&from=2000-01-01&to=2100-01-01', () => providers[3]],
  ['/api/requests-to-answer/', () => providers[3]],
  ['/api/visits-to-close/', () => providers[3]],
  ['/api/appointments/2000/earlier/', () => providers[3]],
])('%s reads the appointments from an index, on the first page and on the next', async (path, who) => {
  const first = await plansOf(t, `GET ${path}${path.includes('?') ? '&' : '?'}limit=5`, {
    as: (who() as Person).access,
    reads,
  });
  expect(first.answer.status).toBe(200);
  expect(first.answer.body).toHaveLength(5);
  const next = /<(.+)>/.exec(first.answer.headers.link ?? '')?.[1] as string;
  for (const plan of [
    ...first.plans,
    ...(await plansOf(t, `GET ${next}`, { as: (who() as Person).access, reads })).plans,
  ]) {
    expect(plan).toMatch(fromIndex);
    expect(plan).not.toMatch(/Seq Scan on appointments/);
  }
});

test('what waits for a provider is read in the order in which it expires', async () => {
  const { plans } = await plansOf(t, 'GET /api/requests-to-answer/?limit=5', {
    as: (providers[3] as Person).access,
    reads,
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(/Index Scan using appointments_to_answer on/);
  expect(plans[0]).not.toMatch(/Sort/);
});

test('the days of a provider are read from an index, now and three years ago', async () => {
  const { access } = providers[3] as Person;
  const ago = new Date(t.clock.now().getTime() - 1000 * 86_400_000).toISOString().slice(0, 10);
  for (const query of ['?span=week', `?span=week&day=${ago}`]) {
    const { answer, plans } = await plansOf(t, `GET /api/provider-days/${query}`, { as: access, reads });
    expect(answer.body.visits.length).toBeGreaterThan(0);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/Index Scan using appointments_of_provider on/);
  }
});

test('what is next is read from an index, and so is what is proposed', async () => {
  for (const { access } of [patients[3] as Person, providers[3] as Person]) {
    const { answer, plans } = await plansOf(t, 'GET /api/visits-in-brief/', { as: access, reads });
    expect(answer.body.next).toMatchObject({ status: 'approved' });
    expect(plans).toHaveLength(4);
    for (const plan of plans) {
      expect(plan).toMatch(fromIndex);
      expect(plan).not.toMatch(/Seq Scan on appointments/);
    }
  }
});

test('booking looks for what is taken, and for free times, at once and in an index', async () => {
  const [patient, provider] = [patients[0] as Person, providers[0] as Person];
  const { rows } = await sql<{ at: Date }>`
    select starts_at as at from appointments where provider_id = ${provider.user_id} and status = 'approved'
    order by starts_at desc limit 1`.execute(t.db);
  const { answer, plans } = await plansOf(t, 'POST /api/appointments/create/', {
    as: patient.access,
    reads,
    body: {
      user: patient.user_id,
      healthcare_provider: provider.user_id,
      appointment_datetime: rows[0]?.at.toISOString(),
      problem: 'Taken.',
    },
  });
  expect(answer.body).toMatchObject({ code: 'slot_taken', free_times: { length: 3 } });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(fromIndex);
  expect(plans[0]).not.toMatch(/Seq Scan on appointments/);
});
