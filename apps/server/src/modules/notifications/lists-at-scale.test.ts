import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { withhold } from './notifications.ts';
import { announceNew, deliverDue } from './sweep.ts';

// Whatever is asked for at each page and four times a second is read from an index, however much people were told.

let t: TestApp;
let person: Person;
let visit = 0;
beforeAll(async () => {
  t = await testApp();
  const people = [await signUp(t), await signUp(t), await signUp(t), await signUp(t)];
  person = people[2] as Person;
  const provider = await signUp(t, { role: 'healthcare_provider' });
  visit = await addAppointment(t, person, provider, 48);
  await sql`
    insert into notifications (user_id, kind, appointment_id, version, created_at, read_at, announced)
    select reader, 'reminder', case when n % 1000 = 0 then ${visit}::integer end, case when n % 1000 = 0 then 1 end,
      ${t.clock.now()}::timestamptz - n * interval '1 minute', case when n > 40 then ${t.clock.now()}::timestamptz end, true
    from unnest(${people.map(({ user_id }) => user_id)}::int[]) reader, generate_series(1, 20000) n`.execute(t.db);
  await sql`update notifications set announced = false, deliver_at = created_at where id % 40000 = 1`.execute(t.db);
  await asOwner(t.db, 'vacuum analyze');
});
afterAll(() => t.close());

const reads = /notifications/;
// The months to come are empty, and read as they lie.
const wholeTable = /Seq Scan on notifications_before/;

test.each(['/api/notifications/?limit=5', '/api/notifications/unread/'])('%s reads an index', async (path) => {
  const { answer, plans } = await plansOf(t, `GET ${path}`, { as: person.access, reads });
  expect(answer.status).toBe(200);
  const next = /<(.+)>/.exec(answer.headers.link ?? '')?.[1];
  if (next !== undefined) plans.push(...(await plansOf(t, `GET ${next}`, { as: person.access, reads })).plans);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toMatch(/Index (Only )?Scan (Backward )?using notifications_/);
    expect(plan).not.toMatch(wholeTable);
  }
});

test('the sweep and whoever takes something back look in an index', async () => {
  const plans: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await announceNew(t.services);
  await deliverDue(t);
  await t.db.transaction().execute((tx) => withhold(tx, visit));
  const asked = query.mock.calls.map(([statement]) => statement as unknown as { text?: string; values?: unknown[] });
  query.mockRestore();
  for (const { text = '', values = [] } of asked.filter((one) => reads.test(one.text ?? ''))) {
    const literal = text.replaceAll(/\$(\d+)/g, (_, at) => literalOf(values[Number(at) - 1]));
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(literal)}`.execute(t.db);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  expect(plans.length).toBeGreaterThanOrEqual(3);
  for (const plan of plans) expect(plan).not.toMatch(wholeTable);
});

const literalOf = (value: unknown): string =>
  Array.isArray(value)
    ? `array[${value.map(literalOf).join()}]`
    : value === null || typeof value === 'number'
      ? String(value)
      : pg.escapeLiteral(value instanceof Date ? value.toISOString() : (value as string));
