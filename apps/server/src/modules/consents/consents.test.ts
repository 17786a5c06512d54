import { versionOf } from '@carecommons/contract/consent-purposes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { good, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

let v: Visit;
let [patient, provider] = [] as unknown as [Person, Person];
beforeAll(async () => {
  v = await pastVisit();
  ({ patient, provider } = v);
});
afterAll(() => v.close());

const path = '/api/my-data/consents/';
const say = (line: string, person: Person | undefined, body?: object) =>
  v.t.call(`${line.split(' ')[0]} ${path}${line.split(' ')[1]}`, { as: person?.access, ...(body && { body }) });
const give = (purpose: string, person: Person, version = 1) => say(`POST ${purpose}/`, person, { version });
const withdraw = (purpose: string, person: Person) => say(`DELETE ${purpose}/`, person);
const states = async (person: Person) =>
  Object.fromEntries(
    (await good(v.t, `GET ${path}`, { as: person.access })).map(({ purpose, state }: any) => [purpose, state]),
  );
const said = async (person: Person) =>
  (
    await sql<Record<string, unknown>>`
      select purpose, version, given, said_by from consents where user_id = ${person.user_id} order by id`.execute(
      v.t.db,
    )
  ).rows;

let days = 1;
const book = (person: Person) =>
  v.t.call('POST /api/appointments/create/', {
    as: person.access,
    body: {
      user: person.user_id,
      healthcare_provider: provider.user_id,
      appointment_datetime: new Date(v.t.clock.now().getTime() + ++days * 86_400_000).toISOString(),
      problem: 'A cough that stays.',
    },
  });
const wait = (person: Person) =>
  v.t.call(`POST /api/waiting/${provider.user_id}/`, { as: person.access, body: { problem: 'A cough that stays.' } });

test('only who is signed in says anything, to a purpose that there is, in the version that is asked', async () => {
  const person = await signUp(v.t);
  expect((await v.t.call(`GET ${path}`)).status).toBe(401);
  expect((await say('POST visits/', undefined, { version: 1 })).status).toBe(401);
  expect((await say('DELETE visits/', undefined)).status).toBe(401);
  const unknown = await give('advertising', person);
  expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'purpose']);
  const without = await say('POST visits/', person, {});
  expect([without.status, without.body.errors[0].field]).toEqual([400, 'version']);
  expect((await give('visits', person, versionOf.visits + 1)).status).toBe(409);
  expect(await states(person)).toEqual({ visits: 'not_asked', reports: 'not_asked' });
});

test('a request for a visit agrees to what stands beside it, once', async () => {
  const person = await signUp(v.t);
  expect((await book(person)).status).toBe(201);
  expect((await book(person)).status).toBe(201);
  expect(await said(person)).toEqual([
    { purpose: 'visits', version: 1, given: true, said_by: 'request' },
    { purpose: 'reports', version: 1, given: true, said_by: 'request' },
  ]);
});

test('withdrawn, nobody books or waits, and who waited is forgotten; given again, one does', async () => {
  const person = await signUp(v.t);
  expect((await wait(person)).status).toBe(201);
  expect((await withdraw('visits', person)).status).toBe(200);
  expect((await sql`select from waits where patient_id = ${person.user_id}`.execute(v.t.db)).rows).toEqual([]);
  for (const answer of [await book(person), await wait(person)]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'consent_required']);
  }
  expect((await sql`select from appointments where patient_id = ${person.user_id}`.execute(v.t.db)).rows).toEqual([]);
  expect(await states(person)).toEqual({ visits: 'withdrawn', reports: 'given' });
  expect((await withdraw('visits', person)).status).toBe(200);
  expect((await give('visits', person)).status).toBe(200);
  expect((await give('visits', person)).status).toBe(200);
  expect((await book(person)).status).toBe(201);
  expect((await said(person)).map(({ given, said_by }) => [given, said_by])).toEqual([
    [true, 'request'],
    [true, 'request'],
    [false, 'switch'],
    [true, 'switch'],
  ]);
});

test('withdrawn, no provider adds a report, and a request for a visit does not give it back', async () => {
  expect((await v.upload()).status).toBe(201);
  expect((await withdraw('reports', patient)).status).toBe(200);
  const refused = await v.upload();
  expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state']);
  expect((await book(patient)).status).toBe(201);
  expect((await states(patient)).reports).toBe('withdrawn');
  expect((await v.upload()).status).toBe(409);
  expect((await give('reports', patient)).status).toBe(200);
  expect((await v.upload()).status).toBe(201);
});

test('what was agreed to in an earlier version is asked anew, and does not count meanwhile', async () => {
  await sql`
    insert into consents (user_id, purpose, version, given, said_by, at)
    values (${patient.user_id}, 'reports', ${versionOf.reports + 1}, true, 'switch', now())`.execute(v.t.db);
  expect((await states(patient)).reports).toBe('outdated');
  expect((await v.upload()).status).toBe(409);
  expect((await give('reports', patient)).status).toBe(200);
  expect((await v.upload()).status).toBe(201);
});

test('what was said is never changed, by nobody', async () => {
  await expect(sql`update consents set given = true`.execute(v.t.db)).rejects.toThrow(/permission denied/);
  await expect(sql`delete from consents`.execute(v.t.db)).rejects.toThrow(/permission denied/);
  await expect(asOwner(v.t.db, 'update consents set given = true')).rejects.toThrow(/never changed/);
});
