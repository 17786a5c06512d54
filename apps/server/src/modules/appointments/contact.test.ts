import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { book, good, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { pdf, reportForm } from '../../../test/fixtures/report-files.ts';

let t: TestApp;
let [patient, provider, verifier] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  patient = await signUp(t, { name: 'Asha Rao' });
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Ila Sen' });
  verifier = await signUp(t, { grants: ['verifier'] });
});

const day = 86_400_000;
const known = { name: 'Asha Rao', phone: '+91 98765 43210' };
const hidden = { name: 'Patient', phone: '' };
const makes = async (who: Person, move: string, id: number, body?: object) =>
  await good(t, `PUT /api/${move}-appointment/${id}/`, { as: who.access, body });

/** Everything in which the provider reads whose appointment it is, now, after any session of before. */
async function seen(id: number) {
  const { access: as } = await logInAgain(t, provider);
  const { user, appointment_datetime: at } = await good(t, `GET /api/appointments/${id}/`, { as });
  const all = await good(t, 'GET /api/appointments/provider/?limit=200', { as });
  const days = await good(t, `GET /api/provider-days/?day=${at.slice(0, 10)}`, { as });
  const told = await good(t, 'GET /api/notifications/', { as });
  const reports = await good(t, 'GET /api/records-provider/', { as });
  const lists = [...all, ...days.visits].filter((one: { id: number }) => one.id === id);
  return {
    contacts: new Set([user, ...lists.map((one: any) => one.user)].map((one) => `${one.name} ${one.phone}`)),
    names: new Set([
      ...told.filter((one: any) => one.appointment?.id === id).map((one: any) => one.appointment.with),
      ...reports.filter((one: any) => one.appointment === id).map((one: any) => one.patient),
    ]),
  };
}
const asKnown = { contacts: new Set([`${known.name} ${known.phone}`]), names: new Set([known.name]) };
const asHidden = { contacts: new Set([`${hidden.name} `]), names: new Set([hidden.name]) };

/** Moves the clock on for as long as `work` takes. */
async function later(ms: number, work: () => Promise<void>) {
  t.clock.move(ms);
  await work().finally(() => t.clock.move(-ms));
}

describe('a provider reads a patient’s name and number', () => {
  test('while a request is open, and not after it was declined, whatever the patient writes then', async () => {
    const { id } = await book(t, patient, provider);
    expect(await seen(id)).toEqual(asKnown);
    await makes(provider, 'decline', id, { reason: 'I am away.' });
    // As long as that can be taken back.
    expect(await seen(id)).toEqual(asKnown);
    await later(11_000, async () => {
      const profile = { name: 'Asha Kiran', about: 'Moved.', phone: '+91 11111 22222' };
      await good(t, 'POST /register/user/basic/', { as: (await logInAgain(t, patient)).access, body: profile });
      expect(await seen(id)).toEqual(asHidden);
      const own = await good(t, `GET /api/appointments/${id}/`, { as: (await logInAgain(t, patient)).access });
      expect(own.user).toMatchObject({ name: profile.name, phone: profile.phone });
    });
  });

  test('not of a request that was withdrawn, nor of one that expired', async () => {
    const withdrawn = await book(t, patient, provider);
    await makes(patient, 'cancel', withdrawn.id);
    expect(await seen(withdrawn.id)).toEqual(asHidden);
    const open = await book(t, patient, provider);
    const until = Date.parse(open.expires_at as string) - t.clock.now().getTime();
    await later(until - 1000, async () => expect(await seen(open.id)).toEqual(asKnown));
    await later(until + 1000, async () => expect(await seen(open.id)).toEqual(asHidden));
  });

  test('of a confirmed visit until thirty days after it, and longer only while a report is yet to be released', async () => {
    const { id, ends_at } = await book(t, patient, provider);
    await makes(provider, 'approve', id);
    const past = Date.parse(ends_at) - t.clock.now().getTime();
    await later(past + 30 * day - 1000, async () => expect(await seen(id)).toEqual(asKnown));
    await later(past + 30 * day + 1000, async () => {
      expect(await seen(id)).toEqual(asHidden);
      const { access } = await logInAgain(t, provider);
      const form = reportForm(pdf(), { release: 'after_talk' });
      const sent = await t.call(`POST /api/records/create/${id}/`, { as: access, ...form });
      expect(sent.status, sent.text).toBe(201);
      expect(await seen(id)).toEqual(asKnown);
      await sql`update records set release_at = ${t.clock.now()} where appointment_id = ${id}`.execute(t.db);
      expect(await seen(id)).toEqual(asHidden);
    });
  });

  test('not while suspended', async () => {
    const { id } = await book(t, patient, provider);
    await makes(provider, 'approve', id);
    const decides = (verb: string, body?: object) =>
      good(t, `POST /apis/verification/providers/${provider.user_id}/${verb}/`, { as: verifier.access, body });
    await decides('suspend', { reason: 'The council asks for it.' });
    expect(await seen(id)).toEqual(asHidden);
    await decides('reinstate');
    expect(await seen(id)).toEqual(asKnown);
  });
});
