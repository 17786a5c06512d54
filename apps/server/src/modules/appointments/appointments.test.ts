import { statuses } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import type { Role } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { book, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { appointmentForReport } from './appointments.ts';

let t: TestApp;
let [patient, provider, stranger, otherProvider]: Person[] = [];
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const hour = 3600 * 1000;
const cast = async () => {
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Ila Sen' });
  stranger = await signUp(t);
  otherProvider = await signUp(t, { role: 'healthcare_provider' });
};
beforeAll(cast);

async function later(hours: number) {
  t.clock.move(hours * hour);
  const people = [patient, provider, stranger, otherProvider].map((person) => logInAgain(t, person as Person));
  [patient, provider, stranger, otherProvider] = await Promise.all(people);
}
const inHours = (hours: number) => new Date(t.clock.now().getTime() + hours * hour);
const as = (person: Person | undefined) => ({ as: person?.access });
const setStatus = (id: number, status: string) =>
  sql`update appointments set status = ${status} where id = ${id}`.execute(t.db);
const rowOf = async (id: number) =>
  (await sql`select status, version, decided_at from appointments where id = ${id}`.execute(t.db)).rows[0];
const idsOf = async (line: string, person: Person | undefined) => {
  const { status, body } = await t.call(line, as(person));
  expect(status).toBe(200);
  return body.map(({ id }: { id: number }) => id);
};

describe('one appointment', () => {
  test('is there for its two people, and for nobody else', async () => {
    const made = await book(t, patient as Person, provider as Person);
    const line = `GET /api/appointments/${made.id}/`;
    expect((await t.call(line, as(patient))).body).toEqual(made);
    expect((await t.call(line, as(provider))).body).toEqual(made);
    const missing = await t.call('GET /api/appointments/2000000000/', as(stranger));
    expect(missing.status).toBe(404);
    for (const person of [stranger, otherProvider]) {
      const answer = await t.call(line, as(person));
      expect([answer.status, answer.text]).toEqual([404, missing.text]);
    }
    expect((await t.call(line)).status).toBe(401);
    expect((await t.call('GET /api/appointments/x/', as(patient))).status).toBe(400);
  });
});

describe('PUT /api/approve-appointment/{id}/', () => {
  const approve = (id: number | string, person: Person | undefined, body?: unknown) =>
    t.call(`PUT /api/approve-appointment/${id}/`, { ...as(person), body });

  test('is for its provider, once', async () => {
    const { id } = await book(t, patient as Person, provider as Person);
    const missing = await approve(2_000_000_000, otherProvider);
    expect((await approve(id, undefined)).status).toBe(401);
    for (const person of [stranger, otherProvider]) {
      const { status, text } = await approve(id, person);
      expect([status, text]).toEqual([404, missing.text]);
    }
    expect((await approve(id, patient)).body.code).toBe('not_allowed');
    expect((await approve(id, provider, { status: 'approved' })).status).toBe(400);
    expect((await approve('0', provider)).status).toBe(400);
    expect(await rowOf(id)).toEqual({ status: 'requested', version: 1, decided_at: null });

    const { status, body } = await approve(id, provider, {});
    expect([status, body.status, body.is_approved]).toEqual([200, 'approved', true]);
    expect(await rowOf(id)).toEqual({ status: 'approved', version: 2, decided_at: expect.any(Date) });
    const again = await approve(id, provider);
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await rowOf(id)).toMatchObject({ version: 2 });
  });

  test.each(['declined', 'cancelled', 'expired', 'completed', 'no_show'])('is too late once %s', async (state) => {
    const [one, other] = [await signUp(t), await signUp(t, { role: 'healthcare_provider' })];
    const { id } = await book(t, one, other);
    await setStatus(id, state);
    expect((await approve(id, other)).body.code).toBe('wrong_state');
    expect(await rowOf(id)).toMatchObject({ status: state, version: 1 });
  });

  test('happens once, however often it is pressed at once', async () => {
    const [one, other] = [await signUp(t), await signUp(t, { role: 'healthcare_provider' })];
    const { id } = await book(t, one, other);
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(id, other)));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect(await rowOf(id)).toMatchObject({ version: 2 });
  });
});

describe('the lists', () => {
  test('show each what is theirs, in order', async () => {
    await cast();
    const [me, doctor] = [patient as Person, provider as Person];
    const past = await book(t, me, doctor, { at: inHours(1) });
    const undecided = await book(t, me, doctor, { at: inHours(2) });
    await t.call(`PUT /api/approve-appointment/${past.id}/`, as(provider));
    await later(3);
    const last = await book(t, patient as Person, doctor, { at: inHours(72) });
    const next = await book(t, patient as Person, doctor, { at: inHours(24) });
    const declined = await book(t, patient as Person, doctor, { at: inHours(48) });
    await setStatus(declined.id, 'declined');
    const running = await book(t, patient as Person, otherProvider as Person, { at: inHours(0.1) });
    await book(t, stranger as Person, otherProvider as Person, { at: inHours(5) });
    await later(0.2);

    expect(await idsOf('GET /api/upcoming/', patient)).toEqual([running.id, next.id, last.id]);
    expect(await idsOf('GET /api/aappointments/', patient)).toEqual([declined.id, undecided.id, past.id]);
    expect(await idsOf('GET /api/upcoming-provider/', provider)).toEqual([next.id, last.id]);
    const all = [last.id, declined.id, next.id, undecided.id, past.id];
    expect(await idsOf('GET /api/appointments/provider/', provider)).toEqual(all);
    for (const person of [patient, stranger]) {
      expect(await idsOf('GET /api/upcoming-provider/', person)).toEqual([]);
      expect(await idsOf('GET /api/appointments/provider/', person)).toEqual([]);
    }
    for (const line of ['GET /api/upcoming/', 'GET /api/aappointments/'])
      expect(await idsOf(line, provider)).toEqual([]);

    const earlier = `GET /api/appointments/${next.id}/earlier/`;
    expect(await idsOf(earlier, provider)).toEqual([undecided.id, past.id]);
    expect(await idsOf(`GET /api/appointments/${undecided.id}/earlier/`, provider)).toEqual([past.id]);
    expect((await t.call(earlier, as(patient))).body.code).toBe('not_allowed');
    expect((await t.call(earlier, as(otherProvider))).body.code).toBe('not_found');
    expect((await t.call(earlier)).status).toBe(401);
  });

  test('show what is open among what is to come, and all else in the history', async () => {
    const [me, doctor] = [await signUp(t), await signUp(t, { role: 'healthcare_provider' })];
    const made: { id: number; status: string; when: number }[] = [];
    for (const [n, status] of statuses.entries()) {
      for (const when of [-24, 24]) {
        const hours = when + Math.sign(when) * n;
        made.push({ id: await addAppointment(t, me, doctor, hours, status), status, when: hours });
      }
    }
    const ids = (fits: (one: (typeof made)[number]) => boolean, way: 1 | -1) => {
      return made
        .filter(fits)
        .toSorted((one, other) => way * (one.when - other.when))
        .map(({ id }) => id);
    };
    const isOpen = ({ status, when }: (typeof made)[number]) => when > 0 && ['requested', 'approved'].includes(status);
    expect(await idsOf('GET /api/upcoming/', me)).toEqual(ids(isOpen, 1));
    expect(await idsOf('GET /api/upcoming-provider/', doctor)).toEqual(ids(isOpen, 1));
    expect(await idsOf('GET /api/aappointments/', me)).toEqual(ids((one) => !isOpen(one), -1));
    expect(await idsOf('GET /api/appointments/provider/', doctor)).toEqual(ids(() => true, -1));
    // What may have taken place, or was not come to.
    const visited = ['requested', 'approved', 'expired', 'completed', 'no_show'];
    const earlier = ids(({ status, when }) => when < 0 && visited.includes(status), -1);
    expect(await idsOf(`GET /api/appointments/${made[1]?.id}/earlier/`, doctor)).toEqual(earlier);
  });

  test.each([
    ['GET /api/upcoming/', () => patient],
    ['GET /api/upcoming-provider/', () => provider],
    ['GET /api/appointments/provider/', () => provider],
    ['GET /api/aappointments/', () => patient],
  ])('%s comes in pages that fit together', async (line, who) => {
    const whole = await idsOf(line, who());
    expect(whole.length).toBeGreaterThan(1);
    const seen: number[] = [];
    let address: string | undefined = `${line}?limit=1`;
    while (address !== undefined) {
      const { body, headers } = await t.call(address, as(who()));
      seen.push(...body.map(({ id }: { id: number }) => id));
      const next = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
      address = next && `GET ${next}`;
    }
    expect(seen).toEqual(whole);
    expect((await t.call(`${line}?cursor=bm9uc2Vuc2U`, as(who()))).status).toBe(400);
    expect((await t.call(`${line}?limit=201`, as(who()))).status).toBe(400);
    expect((await t.call(line)).status).toBe(401);
  });
});

describe('the appointment of a report', () => {
  const actorOf = ({ user_id, username }: Person, role: Role): Actor => ({
    user_id,
    username,
    role,
    session_id: '',
    grants: [],
    held_grants: [],
  });
  let visit: Appointment;
  beforeAll(async () => {
    await cast();
    visit = await book(t, patient as Person, provider as Person, { at: inHours(1) });
  });
  const ask = (person: Person | undefined, now = inHours(2), role: Role = 'healthcare_provider') =>
    appointmentForReport(t.db, actorOf(person as Person, role), visit.id, now);

  test.each(['requested', 'expired', 'approved', 'completed'])('is past, and %s', async (state) => {
    await setStatus(visit.id, state);
    expect(await ask(provider)).toEqual({
      id: visit.id,
      patient_id: patient?.user_id,
      provider_id: provider?.user_id,
      provider_name: 'Dr. Ila Sen',
    });
    await expect(ask(provider, inHours(0))).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test.each(['declined', 'cancelled', 'no_show'])('did not take place when %s', async (state) => {
    await setStatus(visit.id, state);
    await expect(ask(provider)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('is for its provider', async () => {
    await expect(ask(patient, inHours(2), 'patient')).rejects.toMatchObject({ code: 'not_allowed' });
    for (const person of [stranger, otherProvider])
      await expect(ask(person)).rejects.toMatchObject({ code: 'not_found' });
  });
});
