import { type AddressInfo, connect } from 'node:net';
import { reportsOfDay, reportsOfVisit } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, pdfOfSize, reportForm } from '../../../test/fixtures/report-files.ts';
import { uploadsUnderWay } from '../../platform/routing/routing.ts';
import { addAppointment, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { filesOfRecords } from './records.ts';

let v: Visit;
beforeAll(async () => {
  v = await pastVisit();
  v.t.config.rateLimit = 1;
});
afterAll(() => v.close());

let visits = 0;
/** A visit of its own with reports that were uploaded before: how many, how large each, and how many hours ago. */
async function visitWith(count: number, bytes: number, hours = 0) {
  visits += 1;
  const visit = await addAppointment(v.t, v.patient, v.provider, -10 - visits);
  const at = new Date(v.t.clock.now().getTime() - hours * 3600_000);
  await sql`
    insert into records (appointment_id, patient_id, provider_id, media_type, bytes, sha256, file, created_at)
    select ${visit}::int, ${v.patient.user_id}::int, ${v.provider.user_id}::int, 'image/png', ${bytes}::int,
      sha256(''), gen_random_uuid()::text, ${at}::timestamptz from generate_series(1, ${count}::int)`.execute(v.t.db);
  return visit;
}
/** Whatever the provider has uploaded before does not count any more. */
const nextDay = () => v.t.clock.move(25 * 3600_000);
async function upload(visit: number, data = pdf()) {
  const answer = await v.t.call(`POST /api/records/create/${visit}/`, { as: v.provider.access, ...reportForm(data) });
  return [answer.status, answer.body.code ?? ''];
}
async function signInAgain() {
  const { username, password } = v.provider;
  const { body } = await v.t.call('POST /token/', { body: { username, password } });
  v.provider.access = body.access;
}

test('a visit takes so many reports, and no more; one that was taken back makes room', async () => {
  const visit = await visitWith(reportsOfVisit.count - 1, 1, 48);
  expect(await upload(visit)).toEqual([201, '']);
  expect(await upload(visit)).toEqual([409, 'wrong_state']);
  await sql`
    update records set withdrawn_at = created_at, withdrawn_reason = 'x' where id in
      (select min(id) from records where appointment_id = ${visit})`.execute(v.t.db);
  expect(await upload(visit)).toEqual([201, '']);
});

test('a visit takes so many bytes, judged by the file that came', async () => {
  const visit = await visitWith(1, reportsOfVisit.bytes - 5000, 48);
  expect(await upload(visit, pdfOfSize(5001))).toEqual([409, 'wrong_state']);
  expect(await upload(visit, pdfOfSize(5000))).toEqual([201, '']);
});

test('a provider uploads so many within 24 hours, whatever the visit, and says what to do', async () => {
  nextDay();
  await signInAgain();
  for (let left = reportsOfDay.count - 1; left > 0; left -= 19) await visitWith(Math.min(19, left), 1, 1);
  const visit = await visitWith(0, 1);
  expect(await upload(visit)).toEqual([201, '']);
  const answer = await v.t.call(`POST /api/records/create/${visit}/`, { as: v.provider.access, ...reportForm(pdf()) });
  expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([507, 'storage_full', '3600']);
  expect(answer.body.message).toContain('Please upload the rest tomorrow.');
  nextDay();
  await signInAgain();
  expect(await upload(visit)).toEqual([201, '']);
});

test('and so many bytes, also where several come at once', async () => {
  nextDay();
  await signInAgain();
  await visitWith(4, (reportsOfDay.bytes - 12_000) / 4, 1);
  const others = await Promise.all([0, 1, 2].map(() => visitWith(0, 1)));
  const answers = await Promise.all(others.map((visit) => upload(visit, pdfOfSize(5000))));
  expect(answers.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [201, ''],
    [201, ''],
    [507, 'storage_full'],
  ]);
  expect(await v.t.files.sweep((keys) => filesOfRecords(v.t.db, keys), 0)).toBe(0);
});

test(
  'what is still being uploaded counts too: a second large file is refused before it is read',
  { timeout: 60_000 },
  async () => {
    nextDay();
    await signInAgain();
    await visitWith(4, (reportsOfDay.bytes - 2_500_000) / 4, 1);
    const [one, other] = [await visitWith(0, 1), await visitWith(0, 1)];
    const slow = await startUpload(one, 2_000_000);
    await expect.poll(underWay, { timeout: 20_000 }).toBe(1);
    expect(await upload(other, pdfOfSize(1_000_000))).toEqual([507, 'storage_full']);
    slow.destroy();
    await expect.poll(underWay, { timeout: 20_000 }).toBe(0);
    expect(await upload(other, pdfOfSize(1_000_000))).toEqual([201, '']);
  },
);

test('a person uploads three files at once, and no more', { timeout: 60_000 }, async () => {
  nextDay();
  await signInAgain();
  const visit = await visitWith(0, 1);
  const slow = await Promise.all([0, 1, 2].map(() => startUpload(visit, 1000)));
  await expect.poll(underWay, { timeout: 20_000 }).toBe(3);
  const refused = await v.t.call(`POST /api/records/create/${visit}/`, { as: v.provider.access, ...reportForm(pdf()) });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
  for (const socket of slow) socket.destroy();
  await expect.poll(underWay, { timeout: 20_000 }).toBe(0);
  expect(await upload(visit)).toEqual([201, '']);
});

const underWay = () => uploadsUnderWay(v.provider.user_id).count;

/** An upload of which the server has got the beginning. */
async function startUpload(visit: number, bytes: number) {
  if (!v.t.app.server.listening) await v.t.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((v.t.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  const { body, headers } = reportForm(pdf());
  const head = { ...headers, authorization: `Bearer ${v.provider.access}`, 'content-length': body.length + bytes };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/records/create/${visit}/ HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`);
  socket.write(body.subarray(0, 200));
  return socket;
}
