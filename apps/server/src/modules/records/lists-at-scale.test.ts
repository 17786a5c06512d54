import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';
import { addAppointment, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { notifyReleased } from './sweep.ts';

// Whatever is asked for at each page, at each upload and once a second is read from an index, however many reports there are.

let v: Visit;
beforeAll(async () => {
  v = await pastVisit();
  const others = await Promise.all([0, 1, 2].map(() => signUp(v.t, { role: 'healthcare_provider' })));
  const patients = [v.patient, ...(await Promise.all([0, 1, 2].map(() => signUp(v.t))))];
  for (const [index, provider] of [v.provider, ...others].entries()) {
    const patient = patients[index] ?? v.patient;
    const visit = await addAppointment(v.t, patient, provider, -200 - index);
    await sql`
      insert into records (appointment_id, patient_id, provider_id, media_type, bytes, sha256, file, created_at, release_at,
        told_at, release)
      select ${visit}::int, ${patient.user_id}::int, ${provider.user_id}::int, 'image/png', 1, sha256(''),
        gen_random_uuid()::text, at, case when n % 500 > 0 then at end, case when n % 500 > 0 then at end,
        case when n % 500 > 0 then 'at_once' else 'after_talk' end
      from (select n, ${v.t.clock.now()}::timestamptz - n * interval '1 hour' as at from generate_series(1, 8000) n) rows`.execute(
      v.t.db,
    );
  }
  await asOwner(v.t.db, 'vacuum analyze');
});
afterAll(() => v.close());

const reads = /from records|join records/;
const wholeTable = /Seq Scan on records/;

test.each([
  ['/api/records/?limit=5', 'patient'],
  ['/api/records/waiting/?limit=5', 'patient'],
  ['/api/records-provider/?limit=5', 'provider'],
  ['/api/records-provider/?limit=5&waiting=true', 'provider'],
  ['/api/records-provider/?limit=5&waiting=false', 'provider'],
  ['/api/records-provider/?limit=5&waiting=false&q=report&from=2000-01-01&to=2100-01-01', 'provider'],
] as const)('%s reads an index', async (path, who) => {
  const as = v[who].access;
  const { answer, plans } = await plansOf(v.t, `GET ${path}`, { as, reads });
  expect([answer.status, answer.body.length]).toEqual([200, 5]);
  const next = /<(.+)>/.exec(answer.headers.link ?? '')?.[1] ?? '';
  plans.push(...(await plansOf(v.t, `GET ${next}`, { as, reads })).plans);
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toMatch(/Index (Only )?Scan using records_/);
    expect(plan).not.toMatch(wholeTable);
    // No more is sorted than is shown.
    expect(plan).not.toMatch(/Sort Key: r\.(release|created)_at/);
  }
});

test('an upload and the sweep look in an index', async () => {
  v.t.config.rateLimit = 1;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect((await v.upload()).status).toBe(201);
  await notifyReleased(v.t.services);
  const asked = query.mock.calls.map(([statement]) => statement as unknown as { text?: string; values?: unknown[] });
  query.mockRestore();
  const those = asked.filter(({ text = '' }) => reads.test(text));
  expect(those.length).toBeGreaterThanOrEqual(4);
  for (const { text = '', values = [] } of those) {
    const literal = text.replaceAll(/\$(\d+)/g, (_, at) => literalOf(values[Number(at) - 1]));
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(literal)}`.execute(v.t.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(wholeTable);
  }
});

const literalOf = (value: unknown): string =>
  value === null || typeof value === 'number'
    ? String(value)
    : pg.escapeLiteral(value instanceof Date ? value.toISOString() : (value as string));
