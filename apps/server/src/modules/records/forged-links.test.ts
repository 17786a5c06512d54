import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { auditOf, forgedTries, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

let v: Visit;
let stranger: Person;
let ids: number[];
beforeAll(async () => {
  v = await pastVisit({ RATE_LIMIT: 'on' });
  stranger = await signUp(v.t, { role: 'healthcare_provider', name: 'Dr. Else' });
  ids = [];
  for (let n = 0; n < 3; n++) ids.push((await v.upload()).body.id);
});
afterAll(() => v.close());

const open = (url: string, remoteAddress: string) => v.t.app.inject({ url, remoteAddress });
async function auditRows() {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from audit`.execute(v.t.db);
  return rows[0]?.count;
}
const tableRows = async () => (await sql`select 1 from forged_links`.execute(v.t.db)).rows.length;
const accesses = async () => (await v.t.call('GET /api/records/accesses/', { as: v.patient.access })).body as unknown[];

test('forged links add no row to the audit or to the patient’s list, however many, and an address has 60 in five minutes', async () => {
  const id = ids[0] as number;
  const [listed, audited] = [await accesses(), (await auditRows()) as number];
  const statuses: number[] = [];
  for (let n = 0; n < 70; n++) {
    const path =
      n % 2 === 0 ? `/files/records/${id}/?token=x` : `/files/shared/${id}/?token=1.view.9999999999.${'A'.repeat(43)}`;
    statuses.push((await open(path, '198.51.100.7')).statusCode);
  }
  expect([statuses.filter((status) => status === 403).length, statuses.slice(60)]).toEqual([60, Array(10).fill(429)]);
  expect(await forgedTries(v.t, id)).toBe(60);
  expect(await tableRows()).toBe(1);
  // The list itself is noted each time that it is read.
  expect([await accesses(), await auditRows()]).toEqual([listed, audited + 1]);
  // Nobody else is held up, nor a genuine link from the same address.
  expect((await open(`/files/records/${id}/?token=x`, '198.51.100.8')).statusCode).toBe(403);
  const { body } = await v.t.call('GET /api/records/', { as: v.patient.access });
  expect((await open(body[0].report, '198.51.100.7')).statusCode).toBe(200);
});

test('tries from many addresses at reports that are not there are one row an hour', async () => {
  const before = await tableRows();
  for (let n = 0; n < 20; n++) await open(`/files/records/${2_000_000 + n}/?token=x`, `203.0.113.${n}`);
  expect([await tableRows(), await forgedTries(v.t, 0)]).toEqual([before + 1, 20]);
  v.t.clock.move(3600_000);
  await open('/files/records/2000000/?token=x', '203.0.113.99');
  v.t.clock.move(-3600_000);
  expect([await tableRows(), await forgedTries(v.t, 0)]).toEqual([before + 2, 21]);
});

test('who asks for what is not theirs leaves a row a request, 30 in five minutes, and nothing in the patient’s list', async () => {
  const listed = await accesses();
  const before = (await auditRows()) as number;
  const shareAll = { as: stranger.access, body: { records: ids } };
  expect((await v.t.call('POST /api/shares/', shareAll)).status).toBe(400);
  expect(await auditRows()).toBe(before + 1);
  const withdraw = { as: stranger.access, body: { reason: 'Not mine.' } };
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++)
    statuses.push((await v.t.call(`POST /api/records/${ids[1]}/withdraw/`, withdraw)).status);
  expect([statuses.slice(0, 29), statuses.slice(29)]).toEqual([Array(29).fill(404), Array(11).fill(429)]);
  expect((await v.t.call('POST /api/shares/', shareAll)).status).toBe(429);
  expect(await auditRows()).toBe(before + 30);
  expect(await auditOf(v.t, ids[1] as number)).toContainEqual(
    expect.objectContaining({ actor_id: stranger.user_id, reason: 'withdraw not_found' }),
  );
  expect(await accesses()).toEqual(listed);
});

test('a link that has ended leaves one row an hour, however often it is tried', async () => {
  const { share, link } = (await v.t.call('POST /api/shares/', { as: v.patient.access, body: { records: [ids[2]] } }))
    .body;
  await v.t.call(`POST /api/shares/${share.id}/revoke/`, { as: v.patient.access });
  const token = link.path.split('#')[1];
  const tryIt = async (ip: string) =>
    await v.t.call('POST /api/shares/open/', { body: { token, passcode: link.passcode }, ip });
  const ended = async () =>
    (await auditOf(v.t, ids[2] as number)).filter(({ reason }) => reason === 'share_ended').length;
  for (let n = 0; n < 5; n++) expect((await tryIt(`192.0.2.${n}`)).body.code).toBe('link_ended');
  expect(await ended()).toBe(1);
  v.t.clock.move(3601_000);
  await tryIt('192.0.2.9');
  expect(await ended()).toBe(2);
});
