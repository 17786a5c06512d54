import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';
import { pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

// Whatever asks whether something is shared reads an index, however many shares there are.

let v: Visit;
let colleague: Person;
let busy: Person;
let report: number;
beforeAll(async () => {
  v = await pastVisit();
  report = (await v.upload()).body.id as number;
  colleague = await signUp(v.t, { role: 'healthcare_provider' });
  busy = await signUp(v.t, { role: 'healthcare_provider' });
  const others = await Promise.all(Array.from({ length: 4 }, () => signUp(v.t)));
  const now = v.t.clock.now();
  for (const patient of [v.patient, ...others]) {
    await sql`
      insert into records (appointment_id, patient_id, provider_id, media_type, bytes, sha256, file, created_at, release_at, told_at)
      select appointment_id, ${patient.user_id}::int, provider_id, media_type, 1, sha256, gen_random_uuid()::text, created_at,
        release_at, release_at from records, generate_series(1, 2000) where id = ${report}`.execute(v.t.db);
    // Most of them are over.
    await sql`
      insert into shares (patient_id, provider_id, made_at, ends_at, revoked_at)
      select ${patient.user_id}::int, case when n % 50 = 7 then ${colleague.user_id}::int else ${busy.user_id}::int end, made, made + interval '7 days',
        case when n > 20 then made + interval '1 day' end
      from (select n, ${now}::timestamptz - n * interval '1 hour' as made from generate_series(1, 4000) n) made`.execute(
      v.t.db,
    );
  }
  await sql`
    insert into share_items (share_id, record_id)
    select s.id, r.id
    from (select id, patient_id, row_number() over (partition by patient_id order by id) % 2000 as n from shares) s
    join (select id, patient_id, row_number() over (partition by patient_id order by id) - 1 as n from records) r
      using (patient_id, n)`.execute(v.t.db);
  await asOwner(v.t.db, 'vacuum analyze');
}, 120_000);
afterAll(() => v.close());

const reads = /shares s|share_items i/;
const wholeTable = /Seq Scan on (shares|share_items|records)/;

test.each([
  ['GET /api/shares/?limit=5', 'patient', 5, /shares_of_patient/],
  ['GET /api/shares/with-me/?limit=5', 'colleague', 5, /shares_with_provider/],
] as const)('%s reads an index', async (line, who, length, index) => {
  const as = who === 'patient' ? v.patient.access : colleague.access;
  const { answer, plans } = await plansOf(v.t, line, { as, reads });
  expect([answer.status, answer.body.length]).toEqual([200, length]);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(wholeTable);
  }
});

test('making, opening and ending a share, and each of its files, read an index', async () => {
  const all: string[] = [];
  const ask = async (line: string, as: string, body?: object) => {
    const { answer, plans } = await plansOf(v.t, line, {
      as,
      body,
      reads: /from shares|from share_items|from records/,
    });
    expect(answer.status).toBeLessThan(300);
    all.push(...plans);
    return answer.body;
  };
  const { share } = await ask('POST /api/shares/', v.patient.access, {
    records: [report],
    provider: colleague.user_id,
  });
  const { records } = await ask(`POST /api/shares/${share.id}/look/`, colleague.access);
  await ask(`GET ${records[0].report}`, colleague.access);
  const { link } = await ask('POST /api/shares/', v.patient.access, { records: [report] });
  const [, token] = link.path.split('#');
  const opened = await ask('POST /api/shares/open/', v.patient.access, { token, passcode: link.passcode });
  await ask(`GET ${opened.records[0].report}`, colleague.access);
  await ask(`POST /api/shares/${share.id}/revoke/`, v.patient.access);
  expect(all.length).toBeGreaterThan(8);
  for (const plan of all) expect(plan).not.toMatch(wholeTable);
});
