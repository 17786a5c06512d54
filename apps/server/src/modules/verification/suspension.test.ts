import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { decide, emailsTo, reachable, register, registered, submitted } from '../../../test/fixtures/claims.ts';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { pdf, reportForm } from '../../../test/fixtures/report-files.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';

let t: TestApp;
let [verifier, provider, patient] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  verifier = await signUp(t, { grants: ['verifier'] });
  provider = await registered(t);
  patient = await signUp(t);
  for (const person of [provider, patient]) await reachable(t, person);
});
afterAll(() => t.close());

const of = (verb: string, person: Person | undefined = verifier, id = provider.user_id, body?: object) =>
  t.call(`POST /apis/verification/providers/${id}/${verb}/`, {
    as: person?.access,
    ...(body === undefined ? {} : { body }),
  });
const suspend = (person?: Person, id?: number) => of('suspend', person, id, { reason: 'The council struck it off.' });
const directory = async () =>
  (await t.call('GET /providers/?limit=200')).body.map(({ user }: { user: number }) => user);

test('a suspension hides the provider, tells who is to come, keeps what was, and is lifted again', async () => {
  const visit = await book(t, patient, provider);
  const past = await addAppointment(t, patient, provider, -2);
  const uploaded = await t.call(`POST /api/records/create/${past}/`, { as: provider.access, ...reportForm(pdf()) });
  expect(uploaded.status).toBe(201);
  expect(await directory()).toContain(provider.user_id);
  const touched = {
    count: 1,
    visits: [{ appointment_datetime: visit.appointment_datetime, time_zone: 'Asia/Kolkata', status: 'requested' }],
  };
  const line = `GET /apis/verification/providers/${provider.user_id}/visits/`;
  expect((await t.call(line, { as: verifier.access })).body).toEqual(touched);

  expect(await suspend()).toMatchObject({ status: 200, body: touched });
  expect(await directory()).not.toContain(provider.user_id);
  expect((await t.call(`GET /providers/${provider.user_id}/`)).body).toEqual([]);
  await expect(book(t, patient, provider)).rejects.toThrow('not_found');
  const own = await t.call('GET /api/verification/', { as: provider.access });
  expect(own.body).toMatchObject({ suspended_reason: 'The council struck it off.' });
  const seen = await t.call(`GET /api/appointments/${visit.id}/`, { as: patient.access });
  expect(seen.body).toMatchObject({ status: 'requested', healthcare_provider: { suspended: true } });
  const approve = () => t.call(`PUT /api/approve-appointment/${visit.id}/`, { as: provider.access });
  expect((await approve()).body.code).toBe('wrong_state');
  // What was stays: the patient reads the report.
  const [report] = (await t.call('GET /api/records/', { as: patient.access })).body;
  expect((await t.app.inject({ method: 'GET', url: report.report })).statusCode).toBe(200);
  const listed = await t.call('GET /apis/verification/suspended/', { as: verifier.access });
  expect(listed.body).toMatchObject([{ user: provider.user_id, suspended_reason: 'The council struck it off.' }]);

  // Neither the form nor a verification brings a suspended provider back.
  await register(t, provider, { number: 'NEW-1', council: 'Goa Medical Council' });
  const claim = await submitted(t, provider);
  await decide(t, verifier, claim, 'take');
  expect((await decide(t, verifier, claim, 'verify', {})).status).toBe(200);
  expect(await directory()).not.toContain(provider.user_id);

  expect((await of('reinstate')).status).toBe(200);
  expect(await directory()).toContain(provider.user_id);
  expect((await t.call(`GET /providers/${provider.user_id}/`)).body[0]).toMatchObject({ verified: true });
  expect((await approve()).status).toBe(200);
  expect(await emailsTo(t, patient)).toEqual([
    'News about one of your appointments',
    'News about one of your appointments',
  ]);
  expect(await emailsTo(t, provider)).toEqual([
    'Your provider profile is suspended',
    'Your registration has been checked',
    'Your provider profile is no longer suspended',
  ]);
  const { rows } = await sql<{ action: string }>`
    select action from audit where item_kind = 'provider' and item_id = ${provider.user_id} order by id`.execute(t.db);
  expect(rows.map(({ action }) => action)).toEqual(['suspend', 'reinstate']);
});

test('it is for verifiers, of providers, with a reason, and once', async () => {
  const other = await registered(t);
  const line = `GET /apis/verification/providers/${other.user_id}/visits/`;
  for (const [person, code] of [
    [undefined, 'not_signed_in'],
    [patient, 'not_allowed'],
    [other, 'not_allowed'],
  ] as const) {
    const as = { as: person?.access };
    const bodies = [
      await t.call(`POST /apis/verification/providers/${other.user_id}/suspend/`, { ...as, body: { reason: 'No.' } }),
      await t.call(`POST /apis/verification/providers/${other.user_id}/reinstate/`, as),
      await t.call(line, as),
      await t.call('GET /apis/verification/suspended/', as),
    ];
    expect(bodies.map(({ body }) => body.code)).toEqual([code, code, code, code]);
  }
  for (const id of [patient.user_id, 2_000_000_000]) expect((await suspend(verifier, id)).status).toBe(404);
  expect((await of('suspend', verifier, other.user_id, { reason: ' ' })).status).toBe(400);
  expect((await of('reinstate', verifier, other.user_id)).status).toBe(409);
  const both = await Promise.all([suspend(verifier, other.user_id), suspend(verifier, other.user_id)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
});
