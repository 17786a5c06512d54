import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

let v: Visit;
let administrator: Person;
beforeAll(async () => {
  v = await pastVisit();
  administrator = await signUp(v.t, { grants: ['administrator'] });
});
afterAll(() => v.close());

interface Read {
  at: Date;
  reader_id: number;
  appointment_id: number | null;
}
async function reads() {
  await v.t.services.visitReads.flush();
  const { rows } = await sql<Read>`
    select at, reader_id, appointment_id from visit_reads order by appointment_id nulls last`.execute(v.t.db);
  return rows;
}
const read = (as: Person, path = `${v.appointment}/`) => v.t.call(`GET /api/appointments/${path}`, { as: as.access });

test('a visit that its provider reads is one row an hour, a list one row a day, and the patient is none', async () => {
  expect((await read(v.patient)).status).toBe(200);
  await v.t.call('GET /api/aappointments/', { as: v.patient.access });
  expect(await reads()).toEqual([]);
  for (let n = 0; n < 3; n++) expect((await read(v.provider)).status).toBe(200);
  for (let n = 0; n < 3; n++) await v.t.call('GET /api/appointments/provider/', { as: v.provider.access });
  const row = { reader_id: v.provider.user_id, at: expect.any(Date) };
  expect(await reads()).toEqual([
    { ...row, appointment_id: v.appointment },
    { ...row, appointment_id: null },
  ]);
  // Known in another process, too.
  const other = await v.t.otherProcess();
  await other.call(`GET /api/appointments/${v.appointment}/`, { as: v.provider.access });
  await other.services.visitReads.flush();
  expect(await reads()).toHaveLength(2);
  await other.close();
});

test('requests in brief are a list to the provider whom they wait for, and none to the patient', async () => {
  const provider = await signUp(v.t, { role: 'healthcare_provider' });
  const patient = await signUp(v.t);
  await book(v.t, patient, provider);
  const before = (await reads()).length;
  const brief = async (as: Person) => (await v.t.call('GET /api/visits-in-brief/', { as: as.access })).body;
  expect((await brief(patient)).as_patient.first.user.user).toBe(patient.user_id);
  expect(await reads()).toHaveLength(before);
  expect((await brief(provider)).as_provider.first.user.user).toBe(patient.user_id);
  expect((await reads()).filter(({ reader_id }) => reader_id === provider.user_id)).toEqual([
    { reader_id: provider.user_id, at: expect.any(Date), appointment_id: null },
  ]);
});

test('what waits is written when the server stops', async () => {
  const provider = await signUp(v.t, { role: 'healthcare_provider' });
  await sql`update appointments set provider_id = ${provider.user_id} where id = ${v.appointment}`.execute(v.t.db);
  await read(provider);
  const before = await sql`select 1 from visit_reads where reader_id = ${provider.user_id}`.execute(v.t.db);
  expect(before.rows).toEqual([]);
  await v.t.services.visitReads.stop();
  const { rows } = await sql`select 1 from visit_reads where reader_id = ${provider.user_id}`.execute(v.t.db);
  expect(rows).toHaveLength(1);
});

test('administrators see who read visits', async () => {
  const search = async (query: string, as = administrator) =>
    await v.t.call(`GET /api/admin/visit-reads/?${query}`, { as: as.access });
  const { body } = await search(`username=${v.provider.username}`);
  const reader = { id: v.provider.user_id, username: v.provider.username };
  expect(body).toHaveLength(2);
  expect(body).toContainEqual(expect.objectContaining({ reader, appointment_id: v.appointment }));
  expect((await search(`appointment=${v.appointment}`)).body).toHaveLength(2);
  expect((await search('appointment=2000000')).body).toEqual([]);
  expect((await search('', v.provider)).status).toBe(403);
});
