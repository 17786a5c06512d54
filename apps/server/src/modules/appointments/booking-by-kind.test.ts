import type { VisitKind } from '@carecommons/contract/visit-kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { make, rowOf } from '../../../test/fixtures/appointment-moves.ts';
import { dayAfter } from '../../../test/fixtures/days.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
let kinds: VisitKind[];
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider' });
  const [first] = (await t.call('GET /api/visit-kinds/', { as: provider.access })).body;
  kinds = await save([first, ...others]);
});
afterAll(() => t.close());

const usual = { id: null, minutes: 30, fee: 800, buffer_after: null, video_url: null, who_may_book: 'new' };
const link = 'https://meet.example.org/room';
const others = [
  { ...usual, name: 'Video call', minutes: 15, fee: 500, buffer_after: 10, video_url: link, confirmation: 'at_once' },
  { ...usual, name: 'Follow-up', minutes: 20, fee: 300, who_may_book: 'known', confirmation: 'known' },
  { ...usual, name: 'Check-up', minutes: 60, fee: 900, confirmation: 'known' },
  { ...usual, name: 'Walk-in', who_may_book: 'staff', confirmation: 'at_once' },
];

async function save(list: unknown[]): Promise<VisitKind[]> {
  const { status, body, text } = await t.call('PUT /api/visit-kinds/', { as: provider.access, body: { kinds: list } });
  if (status !== 200) throw new Error(text);
  return body;
}
const named = (name: string) => kinds.find((one) => one.name === name) as VisitKind;
const day = (after: number) => dayAfter(t.clock.now(), after);
const ask = (at: string, name?: string, { as = patient, ...more }: Record<string, any> = {}) =>
  t.call('POST /api/appointments/create/', {
    as: as.access,
    body: {
      user: as.user_id,
      healthcare_provider: provider.user_id,
      appointment_datetime: at,
      problem: 'A cough that stays.',
      ...(name === undefined ? {} : { kind: named(name).id }),
      ...more,
    },
  });
const visits = async (person = patient) =>
  (await sql`select id from appointments where patient_id = ${person.user_id}`.execute(t.db)).rows.length;

test('a call without a kind requests the first one', async () => {
  const { status, body } = await ask(`${day(2)}T09:00`);
  expect([status, body]).toMatchObject([
    201,
    {
      status: 'requested',
      is_approved: false,
      confirmed_at_once: false,
      kind: { id: kinds[0]?.id, name: 'Consultation', fee: 800, by_video: false, confirmation: 'request' },
      ends_at: `${day(2)}T09:30:00+05:30`,
    },
  ]);
});

test('a visit has its own copy of the kind, with its length and what stays free after it', async () => {
  const { body } = await ask(`${day(2)}T09:00`, 'Video call');
  expect(body).toMatchObject({
    ends_at: `${day(2)}T09:15:00+05:30`,
    kind: { id: named('Video call').id, name: 'Video call', fee: 500, by_video: true, video_url: link },
  });
  // Ten minutes after it are still taken.
  expect((await ask(`${day(2)}T09:20`, undefined, { as: await signUp(t) })).status).toBe(409);
  expect((await ask(`${day(2)}T09:25`, undefined, { as: await signUp(t) })).status).toBe(201);
  kinds = await save([kinds[0], { ...named('Video call'), name: 'Call', fee: 700, video_url: null }]);
  const kept = await t.call(`GET /api/appointments/${body.id}/`, { as: patient.access });
  expect(kept.body.kind).toEqual(body.kind);
});

test('slots are those of the kind', async () => {
  await publishHours(t, provider, scheduleWith(['09:00-10:30']));
  const slots = async (name?: string) => {
    const query = `from=${day(2)}&to=${day(2)}${name === undefined ? '' : `&kind=${named(name).id}`}`;
    const { body } = await t.call(`GET /api/slots/${provider.user_id}/?${query}`);
    return (body as { start: string }[]).map(({ start }) => start.slice(11, 16));
  };
  expect(await slots()).toEqual(['09:00', '09:30', '10:00']);
  expect(await slots('Check-up')).toEqual(['09:00']);
  expect(await slots('Video call')).toEqual(['09:00', '09:25', '09:50', '10:15']);
  const unknown = await t.call(`GET /api/slots/${provider.user_id}/?from=${day(2)}&to=${day(2)}&kind=2000000000`);
  expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'kind']);
  // A time of the shorter kind is none of the longer one.
  expect((await ask(`${day(2)}T09:30`, 'Check-up')).status).toBe(400);
  expect((await ask(`${day(2)}T09:25`, 'Video call')).status).toBe(201);
  expect(await slots()).toEqual(['10:00']);
});

describe('confirmed at once', () => {
  test('in the same answer, and told to the provider; nobody has to decide', async () => {
    const { status, body } = await ask(`${day(3)}T09:00`, 'Video call');
    expect([status, body]).toMatchObject([
      201,
      { status: 'approved', is_approved: true, confirmed_at_once: true, undo_until: null, expires_at: null },
    ]);
    expect(await rowOf(t, body.id)).toMatchObject({ status: 'approved', version: 1, decided_at: t.clock.now() });
    expect((await rowOf(t, body.id)).remind_at).toEqual(new Date(Date.parse(`${day(3)}T09:00+05:30`) - 86_400_000));
    const { rows: told } = await sql`
      select user_id, kind, shown from notifications where appointment_id = ${body.id} order by id`.execute(t.db);
    // The patient, who did it, is sent it for the calendar alone.
    expect(told).toEqual([
      { user_id: provider.user_id, kind: 'visit_booked', shown: true },
      { user_id: patient.user_id, kind: 'visit_booked', shown: false },
    ]);
    const own = await t.call('GET /api/notifications/', { as: patient.access });
    expect(own.body).toEqual([]);
    const theirs = await t.call('GET /api/notifications/', { as: provider.access });
    expect(theirs.body).toMatchObject([{ kind: 'visit_booked', appointment: { kind: 'Video call' } }]);
    expect((await t.call('GET /api/requests-to-answer/', { as: provider.access })).body).toEqual([]);
    // There is no decision to take back; it is cancelled like every visit.
    expect((await make(t, 'undo', body.id, provider)).status).toBe(409);
    expect((await make(t, 'cancel', body.id, patient)).status).toBe(200);
  });

  test('for known patients alone, where the kind says so', async () => {
    const first = await ask(`${day(3)}T09:00`, 'Check-up');
    expect(first.body).toMatchObject({ status: 'requested', confirmed_at_once: false });
    await addAppointment(t, patient, provider, -48);
    const second = await ask(`${day(4)}T09:00`, 'Check-up');
    expect(second.body).toMatchObject({ status: 'approved', confirmed_at_once: true });
  });

  test('not by a visit that was missed, is still to come, or was with somebody else', async () => {
    const other = await signUp(t, { role: 'healthcare_provider' });
    await addAppointment(t, patient, provider, -48, 'no_show');
    await addAppointment(t, patient, provider, 480);
    await addAppointment(t, patient, other, -48);
    const known = await t.call(`GET /api/known-patient/${provider.user_id}/`, { as: patient.access });
    expect([known.status, known.body]).toEqual([200, { known: false }]);
    expect((await ask(`${day(4)}T09:00`, 'Check-up')).body.status).toBe('requested');
    await addAppointment(t, patient, provider, -72, 'completed');
    const now = await t.call(`GET /api/known-patient/${provider.user_id}/`, { as: patient.access });
    expect(now.body).toEqual({ known: true });
  });

  test('one of those who want the same time; the others are offered free times', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(t)));
    const answers = await Promise.all(people.map((as) => ask(`${day(5)}T09:00`, 'Video call', { as })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
    for (const { status, body } of answers) {
      if (status === 201) expect(body.status).toBe('approved');
      else expect([body.code, body.free_times.length]).toEqual(['slot_taken', 3]);
    }
  });

  test('at most ten to come for one patient', async () => {
    for (let n = 0; n < 10; n++) expect((await ask(`${day(3 + n)}T09:00`, 'Video call')).status).toBe(201);
    const { status, body } = await ask(`${day(20)}T09:00`, 'Video call');
    expect([status, body.code]).toEqual([409, 'too_many_requests_open']);
    expect(body.message).toMatch(/confirmed at once/);
    expect((await ask(`${day(20)}T09:00`)).status).toBe(201);
  });
});

test('another time for a visit keeps its kind and needs an answer', async () => {
  const { body: visit } = await ask(`${day(3)}T09:00`, 'Video call');
  kinds = await save([kinds[0], { ...named('Video call'), fee: 700, minutes: 25 }]);
  const moved = await make(t, 'move', visit.id, patient, { appointment_datetime: `${day(4)}T11:00` });
  expect([moved.status, moved.body]).toMatchObject([
    201,
    { status: 'requested', confirmed_at_once: false, ends_at: `${day(4)}T11:25:00+05:30` },
  ]);
  // Until the new time is agreed on, its link is for the provider alone.
  expect(moved.body.kind).toEqual({ ...visit.kind, video_url: null });
  const approved = await make(t, 'approve', moved.body.id, provider);
  expect(approved.body.kind).toEqual(visit.kind);
});

describe('refused, and nothing booked', () => {
  const refusal = async (at: string, name?: string, more?: Record<string, unknown>) => {
    const { status, body } = await ask(at, name, more);
    expect(await visits()).toBe(0);
    return [status, body.code, body.errors?.[0]?.message ?? body.message];
  };

  test('a kind for known patients, by a stranger', async () => {
    expect(await refusal(`${day(3)}T09:00`, 'Follow-up')).toEqual([
      403,
      'not_allowed',
      'This kind of visit is for patients whom the provider has seen before. Please choose another one.',
    ]);
  });

  test('a kind that only the practice books', async () => {
    expect(await refusal(`${day(3)}T09:00`, 'Walk-in')).toEqual([
      403,
      'not_allowed',
      'Only the practice books this kind of visit. Please choose another one.',
    ]);
  });

  test('a kind that is not there, or of another provider', async () => {
    const other = await signUp(t, { role: 'healthcare_provider' });
    const [theirs] = (await t.call('GET /api/visit-kinds/', { as: other.access })).body;
    for (const kind of [theirs.id, 2_000_000_000]) {
      expect(await refusal(`${day(3)}T09:00`, undefined, { kind })).toEqual([
        400,
        'invalid_input',
        'This provider has no such kind of visit.',
      ]);
    }
  });

  test('a kind that was retired while the form was open', async () => {
    await ask(`${day(9)}T09:00`, 'Video call', { as: await signUp(t) });
    const retired = named('Video call').id;
    await save([kinds[0]]);
    const { status, body } = await ask(`${day(3)}T09:00`, undefined, { kind: retired });
    expect([status, body.code]).toEqual([409, 'kind_changed']);
    expect(body.message).toMatch(/^The provider no longer offers this kind of visit\./);
    expect(await visits()).toBe(0);
  });

  test.each([
    ['the length', { minutes: 20 }],
    ['the fee', { fee: 501 }],
    ['the confirmation', { confirmed_at_once: false }],
  ])('%s is not what the patient has read', async (_, changed) => {
    const as_read = { minutes: 15, fee: 500, confirmed_at_once: true };
    expect(await refusal(`${day(3)}T09:00`, 'Video call', { as_read: { ...as_read, ...changed } })).toEqual([
      409,
      'kind_changed',
      'The provider has just changed this kind of visit. Please read what holds for it now, and send it again.',
    ]);
    expect((await ask(`${day(3)}T09:00`, 'Video call', { as_read })).status).toBe(201);
  });

  test('at once with a provider whom the directory does not show', async () => {
    await sql`update providers set listed = false, suspended_at = ${t.clock.now()}, suspended_reason = 'A test.'
      where user_id = ${provider.user_id}`.execute(t.db);
    expect((await refusal(`${day(3)}T09:00`, 'Video call')).slice(0, 2)).toEqual([404, 'not_found']);
  });
});

test('visits that were confirmed at once say nothing of how fast a provider answers', async () => {
  await sql`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at,
      decided_at, confirmed_at_once)
    select ${provider.user_id}, ${patient.user_id}, at, at + interval '30 minutes', 'UTC',
      tstzrange(at, at + interval '30 minutes'), '', 'approved', ${t.clock.now()}, ${t.clock.now()}, true
    from generate_series(${new Date('2031-01-01')}::timestamptz, ${new Date('2031-01-12')}, '1 day') at`.execute(t.db);
  const { body } = await t.call(`GET /api/booking-terms/${provider.user_id}/`);
  expect(body.usual_answer_minutes).toBeNull();
});
