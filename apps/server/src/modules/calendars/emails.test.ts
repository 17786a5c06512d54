import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { readEvents } from '../../../test/fixtures/calendar.ts';
import { reachable } from '../../../test/fixtures/claims.ts';
import { book, good, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails } from '../../../test/fixtures/emails.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { mailFolder, post } from '../../platform/mail/mail.ts';
import { deliverDue } from '../notifications/sweep.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
let stranger: Person;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://care.example.org' });
  patient = await signUp(t, { name: 'आशा राव' });
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Meera Iyer' });
  stranger = await signUp(t);
});
afterAll(() => t.close());

const done = (method: string, path: string, who: Person, body?: object) =>
  good(t, `${method} ${path}`, { as: who.access, body });

describe('a letter about a visit', () => {
  const writeTo = async (who: Person, appointment_id: number) => {
    const email = { to: 'asha@example.org', subject: 'News', text: 'Look here.\n' };
    const calendar = { user_id: who.user_id, appointment_id };
    await t.db
      .transaction()
      .execute((tx) => post(tx, { ...email, calendar }, `visit ${appointment_id}`, t.clock.now()));
  };
  const partsIn = async ({ messageId }: { messageId: string }) => {
    const uid = /^<([^@]+)@/.exec(messageId)?.[1];
    const { attachments } = await PostalMime.parse(await readFile(join(mailFolder(t.config), `${uid}.eml`)));
    return attachments.map(({ mimeType, filename, method, content }) => ({
      mimeType,
      filename,
      method,
      event: readEvents(typeof content === 'string' ? content : new TextDecoder().decode(content))[0],
    }));
  };
  const partsOf = async (about = 'News') => {
    // What greets the people of these tests goes out with it.
    const sent = (await sendEmails(t)).find(({ subject }) => subject === about);
    return await partsIn(sent ?? expect.fail('no such letter'));
  };

  test('goes to whoever is told that it is confirmed, and later that it is cancelled', async () => {
    await reachable(t, patient);
    const { id } = await book(t, patient, provider);
    await done('PUT', `/api/approve-appointment/${id}/`, provider);
    t.clock.move(11_000);
    await deliverDue(t);
    const [confirmed] = await partsOf('Your request was approved');
    // Of where it is and with whom, the file on the page tells, and no email.
    const event = { status: 'CONFIRMED', summary: 'Visit', location: null };
    expect(confirmed).toMatchObject({ method: 'REQUEST', event });
    await done('PUT', `/api/cancel-appointment/${id}/`, provider, { reason: 'I am ill.' });
    await deliverDue(t);
    const [cancelled] = await partsOf('A visit was cancelled');
    expect(cancelled).toMatchObject({ method: 'CANCEL', event: { uid: confirmed?.event?.uid, status: 'CANCELLED' } });
    expect(cancelled?.event?.sequence).toBeGreaterThan(confirmed?.event?.sequence ?? 0);
  });

  test('goes to both sides, whoever moves it or cancels it; to whoever did that, it is no news', async () => {
    const [me, doctor] = [await signUp(t), await signUp(t, { role: 'healthcare_provider' })];
    for (const person of [me, doctor]) await reachable(t, person);
    const unread = async (who: Person) => (await t.call('GET /api/notifications/unread/', { as: who.access })).body;
    const eventsFor = async (about: string) => {
      t.clock.move(11_000);
      await deliverDue(t);
      const sent = (await sendEmails(t)).filter(({ subject }) => subject === about);
      const parts = await Promise.all(sent.map(partsIn));
      return parts.map(([part]) => part?.event);
    };
    const { id, appointment_datetime } = await book(t, me, doctor);
    await done('PUT', `/api/approve-appointment/${id}/`, doctor);
    const [first] = await eventsFor('Your request was approved');
    const body = { appointment_datetime: new Date(Date.parse(appointment_datetime) + 86_400_000).toISOString() };
    const proposed = await done('POST', `/api/appointments/${id}/move/`, doctor, { ...body, reason: 'A course.' });
    const before = await unread(doctor);
    await done('PUT', `/api/approve-appointment/${proposed.id}/`, me);
    const moved = await eventsFor('The new time of your visit is confirmed');
    const there = { method: 'REQUEST', uid: first?.uid, start: body.appointment_datetime };
    expect(moved).toMatchObject([there, there]);
    await done('PUT', `/api/cancel-appointment/${proposed.id}/`, me, {});
    const gone = { method: 'CANCEL', uid: first?.uid };
    expect(await eventsFor('A visit was cancelled')).toMatchObject([gone, gone]);
    // Who decides about a visit has read what was told of it.
    expect([await unread(me), await unread(doctor)]).toEqual([{ unread: 0 }, { unread: before.unread + 2 }]);
    const listed = await t.call('GET /api/notifications/', { as: me.access });
    expect(listed.body.map(({ kind }: { kind: string }) => kind)).toEqual(['move_proposed', 'request_approved']);
  });

  test('goes to the patient whose visit falls upon a leave, and takes it out', async () => {
    const doctor = await signUp(t, { role: 'healthcare_provider' });
    await reachable(t, patient);
    const { id, appointment_datetime } = await book(t, patient, doctor);
    await done('PUT', `/api/approve-appointment/${id}/`, doctor);
    t.clock.move(11_000);
    await deliverDue(t);
    const [confirmed] = await partsOf('Your request was approved');
    const [day] = appointment_datetime.split('T');
    await done('POST', '/api/leaves/', doctor, { from: `${day}T00:00`, to: `${day}T23:59` });
    await deliverDue(t);
    const [cancelled] = await partsOf('A visit will not take place');
    expect(cancelled).toMatchObject({ method: 'CANCEL', event: { uid: confirmed?.event?.uid, status: 'CANCELLED' } });
    expect(cancelled?.event?.sequence).toBeGreaterThan(confirmed?.event?.sequence ?? 0);
  });

  test('carries it as it is when the letter goes, not as it was when it was written', async () => {
    const { id } = await book(t, patient, provider);
    await sql`update appointments set status = 'approved', version = 2 where id = ${id}`.execute(t.db);
    await writeTo(patient, id);
    const parts = await partsOf();
    expect(parts.map(({ mimeType, method }) => [mimeType, method])).toContainEqual(['text/calendar', 'REQUEST']);
    expect(parts[0]?.event).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED', sequence: 2 });
    await writeTo(patient, id);
    await sql`update appointments set status = 'cancelled', version = 3 where id = ${id}`.execute(t.db);
    const [late] = await partsOf();
    expect(late?.event).toMatchObject({
      method: 'CANCEL',
      status: 'CANCELLED',
      sequence: 3,
      uid: parts[0]?.event?.uid,
    });
  });

  test.each([
    ['it is only asked for', async () => [patient, (await book(t, patient, provider)).id] as const],
    ['it is somebody else’s', async () => [stranger, await addAppointment(t, patient, provider, 777)] as const],
  ])('carries nothing where %s', async (_, of) => {
    await writeTo(...(await of()));
    expect(await partsOf()).toEqual([]);
  });
});
