import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, type TestApp, testApp } from '../../../test/servers/app.ts';
import { readEvents } from '../../../test/fixtures/calendar.ts';
import { book, good, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
let stranger: Person;
let visit: number;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://care.example.org' });
  patient = await signUp(t, { name: 'आशा राव' });
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Meera Iyer' });
  stranger = await signUp(t);
  visit = (await book(t, patient, provider, { problem: 'A cough that nobody may read of.' })).id;
});
afterAll(() => t.close());

const accessOf = (who: 'patient' | 'provider' | 'stranger' | 'nobody') =>
  who === 'nobody' ? undefined : { patient, provider, stranger }[who].access;
const fileOf = (id: number, who: Person): Promise<Answer> =>
  t.call(`GET /api/appointments/${id}/calendar/`, { as: who.access });
const eventOf = async (id: number, who: Person) => readEvents((await fileOf(id, who)).text)[0];

const done = (method: string, path: string, who: Person, body?: object) =>
  good(t, `${method} ${path}`, { as: who.access, body });

describe('the file of a visit', () => {
  test.each([
    ['patient', 200],
    ['provider', 200],
    ['stranger', 404],
    ['nobody', 401],
  ] as const)('for its %s', async (who, status) => {
    for (const line of ['calendar', 'calendar-link']) {
      const answer = await t.call(`GET /api/appointments/${visit}/${line}/`, { as: accessOf(who) });
      expect(answer.status).toBe(status);
      if (status === 404) {
        const missing = await t.call(`GET /api/appointments/2000000001/${line}/`, { as: stranger.access });
        expect(answer.text).toBe(missing.text);
      }
    }
  });

  test('is a calendar that says when and where, and not what it is about', async () => {
    const { headers, text } = await fileOf(visit, patient);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="visit.ics"/),
      'cache-control': 'no-store',
    });
    expect(text).not.toMatch(/cough|Meera|आशा/);
    expect(readEvents(text)).toMatchObject([
      { method: 'PUBLISH', status: 'TENTATIVE', summary: 'Visit requested', location: '5 Lake Road, Pune 411001' },
    ]);
  });

  test.each([
    ['12 Lake Road', 'Bengaluru', '12 Lake Road, Bengaluru'],
    ['12 Lake Road, BENGALURU 560001', 'Bengaluru', '12 Lake Road, BENGALURU 560001'],
    ['12 Lake Road', null, '12 Lake Road'],
  ])('names the city where the address does not, as the appointment does: %j in %j', async (address, city, place) => {
    const doctor = await signUp(t, { role: 'healthcare_provider' });
    await sql`update providers set address = ${address}, city = ${city} where user_id = ${doctor.user_id}`.execute(
      t.db,
    );
    const { id } = await book(t, patient, doctor);
    expect((await eventOf(id, patient))?.location).toBe(place);
    const appointment = await good(t, `GET /api/appointments/${id}/`, { as: patient.access });
    expect(appointment.healthcare_provider.address).toBe(place);
  });

  test('a wrong id is named', async () => {
    const answer = await t.call('GET /api/appointments/x/calendar/', { as: patient.access });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'appointment_id']);
  });

  test('keeps its name and counts on while it is approved, moved and cancelled', async () => {
    const { id, appointment_datetime } = await book(t, patient, provider);
    const seen = [await eventOf(id, patient)];
    await done('PUT', `/api/approve-appointment/${id}/`, provider);
    t.clock.move(10_001);
    seen.push(await eventOf(id, patient));
    // Another time for it, first proposed and then agreed.
    const at = new Date(Date.parse(appointment_datetime) + 24 * 3600_000).toISOString();
    const { id: next } = await done('POST', `/api/appointments/${id}/move/`, patient, { appointment_datetime: at });
    const asked = await eventOf(next, patient);
    expect(asked).toMatchObject({ status: 'TENTATIVE', method: 'PUBLISH' });
    expect(asked?.uid).not.toBe(seen[0]?.uid);
    expect(await eventOf(id, patient)).toMatchObject({ status: 'CONFIRMED', sequence: seen[1]?.sequence });
    await done('PUT', `/api/approve-appointment/${next}/`, provider);
    // For as long as that can be taken back, the visit is where it was.
    expect(await eventOf(id, patient)).toMatchObject({ status: 'CONFIRMED', start: seen[1]?.start });
    expect((await eventOf(next, patient))?.uid).toBe(asked?.uid);
    t.clock.move(10_001);
    const old = await eventOf(id, patient);
    seen.push(await eventOf(next, patient));
    await done('PUT', `/api/cancel-appointment/${next}/`, patient, {});
    seen.push(await eventOf(next, provider));

    expect(seen.map((one) => [one?.method, one?.status])).toEqual([
      ['PUBLISH', 'TENTATIVE'],
      ['PUBLISH', 'CONFIRMED'],
      ['PUBLISH', 'CONFIRMED'],
      ['CANCEL', 'CANCELLED'],
    ]);
    expect(new Set(seen.map((one) => one?.uid)).size).toBe(1);
    const counted = seen.map((one) => one?.sequence as number);
    expect(counted).toEqual(counted.toSorted((one, other) => one - other));
    expect(new Set(counted).size).toBe(counted.length);
    expect(seen[2]?.start).not.toBe(seen[1]?.start);
    // Opened late, the file of the old time does not take the new one out.
    expect(old).toMatchObject({ method: 'CANCEL', uid: seen[0]?.uid });
    expect(old?.sequence).toBeLessThan(counted[2] as number);
  });
});

test('a visit has one name, also where its first time was never agreed to', async () => {
  const { id } = await book(t, patient, provider, { at: new Date(t.clock.now().getTime() + 5 * 86_400_000) });
  const at = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString();
  const move = { appointment_datetime: at(6), reason: 'Away.' };
  const { id: next } = await done('POST', `/api/appointments/${id}/move/`, provider, move);
  await done('PUT', `/api/decline-appointment/${id}/`, provider, { reason: 'Away.' });
  await done('PUT', `/api/approve-appointment/${next}/`, patient);
  t.clock.move(10_001);
  const [first, second] = [await eventOf(id, patient), await eventOf(next, patient)];
  expect(second?.uid).toBe(first?.uid);
  const { id: third } = await done('POST', `/api/appointments/${next}/move/`, patient, { appointment_datetime: at(7) });
  await done('PUT', `/api/approve-appointment/${third}/`, provider);
  t.clock.move(10_001);
  expect((await eventOf(third, patient))?.uid).toBe(first?.uid);
});

describe('a link to it', () => {
  const linkOf = async (who: Person, id = visit): Promise<string> =>
    (await t.call(`GET /api/appointments/${id}/calendar-link/`, { as: who.access })).body.file;

  test('opens it without a token of access, for five minutes', async () => {
    const link = await linkOf(provider);
    const opened = await t.call(`GET ${link}`);
    expect([opened.status, opened.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(readEvents(opened.text)).toHaveLength(1);
    t.clock.move(301_000);
    const late = await t.call(`GET ${link}`);
    t.clock.move(-301_000);
    expect([late.status, late.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
    expect(late.text).toContain('href="/book"');
  });

  test.each([
    ['nothing', '', 400],
    ['a forged one', '?token=1.x', 403],
  ] as const)('with %s, not', async (_, query, status) => {
    expect((await t.call(`GET /files/visits/${visit}/${query}`)).status).toBe(status);
  });

  test('opens no other visit, and none to somebody else', async () => {
    const link = await linkOf(patient);
    const other = await addAppointment(t, patient, provider, 400);
    expect((await t.call(`GET ${link.replace(String(visit), String(other))}`)).status).toBe(403);
    expect((await t.call(`GET ${link}`, { as: stranger.access })).status).toBe(403);
  });

  test('is over with its session', async () => {
    const passing = await signUp(t);
    const { id } = await book(t, passing, provider);
    const link = await linkOf(passing, id);
    expect((await t.call(`GET ${link}`)).status).toBe(200);
    await t.call('POST /logout/', { body: { refresh_token: passing.refresh } });
    expect((await t.call(`GET ${link}`)).status).toBe(410);
  });
});

describe('a private address', () => {
  const make = (who: Person, side = 'patient', names = false): Promise<Answer> =>
    t.call(`POST /api/calendars/${side}/`, { as: who.access, body: { names } });
  const eventsAt = async (path: string) => readEvents((await t.call(`GET ${path}`)).text);

  test.each([
    ['POST', 'patient', 'nobody', { names: true }, 401],
    ['POST', 'provider', 'patient', { names: true }, 403],
    ['POST', 'nurse', 'patient', { names: true }, 400],
    ['POST', 'patient', 'patient', {}, 400],
    ['POST', 'patient', 'patient', { names: 'yes' }, 400],
    ['PUT', 'patient', 'stranger', { names: true }, 404],
    ['PUT', 'patient', 'stranger', { names: 1 }, 400],
    ['DELETE', 'patient', 'stranger', undefined, 404],
  ] as const)('%s of %s is refused where it must be', async (method, side, who, body, status) => {
    const answer = await t.call(`${method} /api/calendars/${side}/`, { as: accessOf(who), body });
    expect(answer.status).toBe(status);
    if (status === 400) expect(['names', 'side']).toContain(answer.body.errors[0].field);
  });

  test('tells when, without a word on who or where', async () => {
    const me = await signUp(t, { name: 'Kavya Menon' });
    const { appointment_datetime } = await book(t, me, provider);
    await addAppointment(t, me, provider, -32 * 24, 'completed');
    await addAppointment(t, me, provider, 900, 'cancelled');
    const made = await make(me);
    expect([made.status, Object.keys(made.body)]).toEqual([201, ['side', 'names', 'made_at', 'path']]);
    const answer = await t.call(`GET ${made.body.path}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect(answer.text).not.toMatch(/Meera|Lake|cough/);
    expect(readEvents(answer.text)).toEqual([
      expect.objectContaining({
        summary: 'Busy',
        status: 'TENTATIVE',
        start: new Date(appointment_datetime).toISOString(),
      }),
    ]);
  });

  test('names people and places when that is wished, for either side', async () => {
    const doctor = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Rohan Sethi' });
    await book(t, patient, doctor);
    const { path } = (await make(doctor, 'provider')).body;
    expect((await eventsAt(path))[0]).toMatchObject({ summary: 'Busy' });
    const changed = await t.call('PUT /api/calendars/provider/', { as: doctor.access, body: { names: true } });
    expect(changed.body).toMatchObject({ side: 'provider', names: true });
    expect((await eventsAt(path))[0]).toMatchObject({ summary: 'Requested: आशा राव' });
    // The visits of the other side are another address's.
    expect(await eventsAt((await make(doctor, 'patient', true)).body.path)).toEqual([]);
    const own = await t.call('GET /api/calendars/', { as: doctor.access });
    expect(own.body.map(({ side, names }: { side: string; names: boolean }) => [side, names])).toEqual([
      ['patient', true],
      ['provider', true],
    ]);
    expect(own.text).not.toContain('path');
  });

  test('is void once it is made anew, or revoked, or its account is disabled', async () => {
    const me = await signUp(t);
    const first = (await make(me)).body.path;
    const second = (await make(me)).body.path;
    expect((await t.call(`GET ${first}`)).status).toBe(404);
    expect((await t.call(`GET ${second}`)).status).toBe(200);
    await sql`update users set disabled_at = ${t.clock.now()} where id = ${me.user_id}`.execute(t.db);
    expect((await t.call(`GET ${second}`)).status).toBe(404);
    await sql`update users set disabled_at = null where id = ${me.user_id}`.execute(t.db);
    expect((await t.call('DELETE /api/calendars/patient/', { as: me.access })).status).toBe(200);
    const gone = await t.call(`GET ${second}`);
    const never = await t.call(`GET /calendars/${'x'.repeat(43)}/`);
    expect([gone.status, gone.text]).toEqual([404, never.text]);
    expect((await t.call('GET /calendars/short/')).status).toBe(400);
  });

  test('is kept as a hash alone, also where the call had a key of its own', async () => {
    const me = await signUp(t);
    const made = await t.call('POST /api/calendars/patient/', {
      as: me.access,
      body: { names: false },
      headers: { 'idempotency-key': 'once' },
    });
    const token = made.body.path.split('/')[2];
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(c::text, ' ') from calendar_addresses c) || coalesce((select string_agg(k::text, ' ')
        from idempotency_keys k), '') as all`.execute(t.db);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(rows[0]?.all).not.toContain(token);
    expect(rows[0]?.all).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('says only that nothing is new, until something is', async () => {
    const me = await signUp(t);
    const { id } = await book(t, me, provider);
    const { path } = (await make(me)).body;
    const { etag } = (await t.call(`GET ${path}`)).headers;
    const again = () => t.call(`GET ${path}`, { headers: { 'if-none-match': etag as string } });
    const same = await again();
    expect([same.status, same.text, same.headers.etag]).toEqual([304, '', etag]);
    await t.call(`PUT /api/approve-appointment/${id}/`, { as: provider.access });
    t.clock.move(10_001);
    expect(await again().then(({ status, text }) => [status, readEvents(text)[0]?.status])).toEqual([200, 'CONFIRMED']);
  });

  test('is behind the limit that every public address is behind', async () => {
    const limited = await testApp({ RATE_LIMIT: '0.01' });
    onTestFinished(() => limited.close());
    const answers: number[] = [];
    for (let n = 0; n < 13; n++) answers.push((await limited.call(`GET /calendars/${'x'.repeat(43)}/`)).status);
    expect(answers.slice(-2)).toEqual([404, 429]);
  });
});
