import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asOwner } from '../../../test/servers/owner.ts';
import { auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

let v: Visit;
let record: { id: number; report: string; download: string };
beforeAll(async () => {
  v = await pastVisit();
  record = (await v.upload()).body;
});
afterAll(() => v.close());

/** Everything that is kept: rows of both tables, and how many files. */
async function kept() {
  const { rows } = await sql`select (select count(*) from audit) as audit, (select count(*) from records) as records,
    (select count(*) from records where withdrawn_at is not null) as withdrawn`.execute(v.t.db);
  return rows;
}

test.each(['audit', 'audit_unsealed'])(
  'where %s cannot be written, nothing is served and nothing is done',
  async (table) => {
    const app = inject('postgres').app.user;
    const before = await kept();
    await asOwner(v.t.db, `revoke insert on ${table} from "${app}"`);
    for (const url of [record.report, record.download]) {
      const answer = await v.t.app.inject(url);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'busy']);
      expect(answer.body).not.toContain('%PDF');
    }
    for (const [path, as] of [
      ['', v.patient],
      ['-provider', v.provider],
      ['/accesses', v.patient],
    ] as const) {
      const { status, body } = await v.t.call(`GET /api/records${path}/`, { as: as.access });
      expect([status, body.code]).toEqual([503, 'busy']);
    }
    expect((await v.upload()).status).toBe(503);
    const body = { reason: 'Wrong person.' };
    for (const as of [v.provider.access, v.patient.access]) {
      expect((await v.t.call(`POST /api/records/${record.id}/withdraw/`, { as, body })).status).toBe(503);
    }
    await asOwner(v.t.db, `grant insert on ${table} to "${app}"`);
    expect(await kept()).toEqual(before);
    expect(await v.t.files.sweep(async (keys) => new Set(keys))).toBe(0);
    expect((await v.t.app.inject(record.report)).statusCode).toBe(200);
  },
);

test.each(["update audit set reason = 'x'", 'delete from audit', 'truncate audit', 'drop table audit'])(
  'the application cannot %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(v.t.db)).rejects.toMatchObject({ code: '42501' });
  },
);

test.each([
  "update audit set reason = 'x'",
  'delete from audit',
  "update audit_2026_11 set reason = 'x'",
  'truncate audit',
  'truncate audit_2026_11',
])('nor does its owner by mistake: %s', async (statement) => {
  await sql`insert into audit (at, action, outcome) values ('2026-11-05', 'denied', 'refused')`.execute(v.t.db);
  await expect(asOwner(v.t.db, statement)).rejects.toMatchObject({ code: '42501' });
});

test('a month that was not made ahead has a place too', async () => {
  const years = 20 * 365 * 24 * 3600_000;
  v.t.clock.move(years);
  expect((await v.t.app.inject(record.report)).statusCode).toBe(410);
  v.t.clock.move(-years);
  expect((await auditOf(v.t, record.id)).at(-1)).toMatchObject({ action: 'denied', reason: 'expired' });
});

test('a file that has gone from where it lay is a fault, and no look at the report', async () => {
  const lost = (await v.upload()).body as { id: number; report: string };
  const { rows } = await sql<{ file: string }>`select file from records where id = ${lost.id}`.execute(v.t.db);
  const file = rows[0]?.file ?? '';
  await v.t.store.remove(file);
  expect((await v.t.app.inject(lost.report)).statusCode).toBe(500);
  expect((await auditOf(v.t, lost.id)).map(({ action }) => action)).toEqual(['upload']);
});
