import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { book, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Ila Sen' });
});
afterAll(() => t.close());

/** A day from now at this local time of Kolkata. */
function day(after: number, time = '10:30') {
  const at = new Date(t.clock.now().getTime() + after * 86_400_000);
  return `${at.toISOString().slice(0, 10)}T${time}`;
}

const create = (as: Person | undefined, changed: Record<string, unknown> = {}) =>
  t.call('POST /api/appointments/create/', {
    as: as?.access,
    body: {
      user: as?.user_id ?? patient.user_id,
      healthcare_provider: provider.user_id,
      appointment_datetime: day(3),
      problem: 'A cough that stays.',
      ...changed,
    },
  });

async function rowsOf({ user_id }: Person) {
  const { rows } = await sql<Record<string, unknown>>`
    select id, provider_id, patient_id, chain_id, starts_at, ends_at, time_zone, problem, status, version
    from appointments where patient_id = ${user_id} order by id`.execute(t.db);
  return rows;
}

test('a patient asks for a time: ids as texts, local time in, offset out, a request', async () => {
  const answer = await create(patient, {
    user: String(patient.user_id),
    healthcare_provider: String(provider.user_id),
    problem: '  Cannot sleep.  ',
  });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(Number),
    appointment_datetime: `${day(3)}:00+05:30`,
    ends_at: `${day(3, '11:00')}:00+05:30`,
    time_zone: 'Asia/Kolkata',
    problem: 'Cannot sleep.',
    is_approved: false,
    status: 'requested',
    requested_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30$/),
    proposed_by: 'patient',
    offered: false,
    expires_at: expect.stringMatching(/\+05:30$/),
    undo_until: null,
    cancel_until: `${day(3, '08:30')}:00+05:30`,
    move_until: `${day(3, '08:30')}:00+05:30`,
    moves_id: null,
    moved_to_id: null,
    proposal: null,
    reason: null,
    ended_by: null,
    kind: {
      id: expect.any(Number),
      name: 'Consultation',
      fee: 800,
      confirmation: 'request',
      by_video: false,
      video_url: null,
    },
    confirmed_at_once: false,
    healthcare_provider: {
      user: provider.user_id,
      name: 'Dr. Ila Sen',
      phone: '+91 98765 43210',
      fees: 800,
      address: '5 Lake Road, Pune 411001',
      suspended: false,
    },
    user: { user: patient.user_id, name: 'Asha Rao', phone: '+91 98765 43210' },
  });
  expect(await rowsOf(patient)).toEqual([
    {
      id: answer.body.id,
      provider_id: provider.user_id,
      patient_id: patient.user_id,
      chain_id: answer.body.id,
      starts_at: new Date(answer.body.appointment_datetime),
      ends_at: new Date(answer.body.ends_at),
      time_zone: 'Asia/Kolkata',
      problem: 'Cannot sleep.',
      status: 'requested',
      version: 1,
    },
  ]);
});

test('a time with an offset is honoured', async () => {
  const { body } = await create(patient, { appointment_datetime: `${day(3, '05:00')}Z` });
  expect(body.appointment_datetime).toBe(`${day(3)}:00+05:30`);
});

test.each([
  ['appointment_datetime', () => ({ appointment_datetime: day(-1) })],
  ['appointment_datetime', () => ({ appointment_datetime: day(367) })],
  ['appointment_datetime', () => ({ appointment_datetime: '2027-02-31T10:00' })],
  ['appointment_datetime', () => ({ appointment_datetime: 'tomorrow' })],
  ['appointment_datetime', () => ({ appointment_datetime: 17 })],
  ['appointment_datetime', () => ({ appointment_datetime: undefined })],
  ['problem', () => ({ problem: ' \n ' })],
  ['problem', () => ({ problem: 'x'.repeat(2001) })],
  ['problem', () => ({ problem: 'a\0b' })],
  ['healthcare_provider', () => ({ healthcare_provider: 'Dr. Sen' })],
  ['healthcare_provider', () => ({ healthcare_provider: patient.user_id })],
  ['user', () => ({ user: -1 })],
  ['status', () => ({ status: 'approved' })],
])('400 naming %s, and no row (%#)', async (field, changed) => {
  const { status, body } = await create(patient, changed());
  expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  expect(await rowsOf(patient)).toEqual([]);
});

describe('who may not', () => {
  test('nobody signed in', async () => expect((await create(undefined)).status).toBe(401));

  test('one for another person, who learns nothing of either', async () => {
    const { status, body } = await create(patient, { user: provider.user_id });
    expect([status, body.code]).toEqual([403, 'not_allowed']);
  });

  test('one without a profile, whatever the account', async () => {
    for (const person of [await signUp(t, { role: 'unknown' }), await signUp(t, { role: 'healthcare_provider' })]) {
      const { status, body } = await create(person);
      expect([status, body.code]).toEqual([403, 'profile_required']);
    }
  });

  test('with a provider who is not there, or whom the directory does not show', async () => {
    await sql`update providers set listed = false where user_id = ${provider.user_id}`.execute(t.db);
    const nobody = [provider.user_id, 2_000_000_000, (await signUp(t)).user_id];
    const texts = [];
    for (const id of nobody) {
      const { status, text } = await create(patient, { healthcare_provider: id });
      texts.push([status, text]);
    }
    expect(new Set(texts.map(String)).size).toBe(1);
    expect(texts[0]?.[0]).toBe(404);
  });
});

test('a provider with a patient profile books with another provider', async () => {
  const body = { name: 'Ila Sen', about: 'Here for a test.', phone: '+91 98765 43210' };
  const other = await signUp(t, { role: 'healthcare_provider' });
  await t.call('POST /register/user/basic/', { as: other.access, body });
  expect((await create(other)).status).toBe(201);
});

describe('a time that is taken', () => {
  test('is refused with the three nearest free times', async () => {
    const [other, third] = [await signUp(t), await signUp(t)];
    await book(t, patient, provider, { at: day(3) });
    await book(t, other, provider, { at: day(3, '11:15') });
    for (const time of ['10:30', '10:01', '10:59']) {
      const answer = await create(third, { appointment_datetime: day(3, time) });
      expect([answer.status, answer.body.code]).toEqual([409, 'slot_taken']);
      expect(answer.body.free_times).toHaveLength(3);
    }
    const { body } = await create(third);
    expect(body.free_times).toEqual([day(3, '09:30'), day(3, '10:00'), day(3, '12:00')].map((at) => `${at}:00+05:30`));
    for (const at of body.free_times) expect((await create(third, { appointment_datetime: at })).status).toBe(201);
    expect(await rowsOf(third)).toHaveLength(3);
  });

  test('offers nothing that is past', async () => {
    const soon = new Date(Math.ceil(t.clock.now().getTime() / 60_000) * 60_000 + 60_000);
    await book(t, patient, provider, { at: soon });
    const { body } = await create(await signUp(t), { appointment_datetime: soon.toISOString() });
    const minutes = body.free_times.map((at: string) => (new Date(at).getTime() - soon.getTime()) / 60_000);
    expect(minutes).toEqual([30, 60, 90]);
  });

  test('offers nothing that begins now, and the last minute of the horizon', async () => {
    t.clock.move(60_000 - (t.clock.now().getTime() % 60_000));
    const minutesTo = async (minutes: number) => {
      const wanted = new Date(t.clock.now().getTime() + minutes * 60_000);
      await book(t, await signUp(t), provider, { at: wanted });
      const { body } = await create(await signUp(t), { appointment_datetime: wanted.toISOString() });
      return body.free_times.map((at: string) => (Date.parse(at) - wanted.getTime()) / 60_000);
    };
    expect(await minutesTo(30)).toEqual([30, 60, 90]);
    const year = 365 * 1440;
    expect(await minutesTo(year - 30)).toEqual([-60, -30, 30]);
    expect(await minutesTo(year)).toEqual([-120, -90, -60]);
  });

  test('is free again at its end, with another provider, and once it was declined', async () => {
    const appointment = await book(t, patient, provider, { at: day(3) });
    const [other, third] = [await signUp(t), await signUp(t, { role: 'healthcare_provider' })];
    expect((await create(other, { appointment_datetime: day(3, '11:00') })).status).toBe(201);
    expect((await create(other, { healthcare_provider: third.user_id })).status).toBe(201);
    await sql`update appointments set status = 'declined' where id = ${appointment.id}`.execute(t.db);
    expect((await create(other)).status).toBe(201);
  });
});

describe('open requests', () => {
  test('are at most three with one provider, and free again once decided or past', async () => {
    for (const time of ['09:00', '10:00', '11:00']) await book(t, patient, provider, { at: day(3, time) });
    const refused = await create(patient, { appointment_datetime: day(3, '12:00') });
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_requests_open']);
    const [row] = await rowsOf(patient);
    await t.call(`PUT /api/approve-appointment/${String(row?.id)}/`, { as: provider.access });
    expect((await create(patient, { appointment_datetime: day(3, '12:00') })).status).toBe(201);
    expect((await create(patient, { appointment_datetime: day(3, '13:00') })).status).toBe(409);
    t.clock.move(4 * 86_400_000);
    expect((await create(await logInAgain(t, patient))).status).toBe(201);
  });

  test('are at most ten in all', async () => {
    const providers = [provider];
    for (let n = 0; n < 3; n++) providers.push(await signUp(t, { role: 'healthcare_provider' }));
    for (let n = 0; n < 10; n++) {
      await book(t, patient, providers[Math.floor(n / 3)] as Person, { at: day(3 + n) });
    }
    const { status, body } = await create(patient, { healthcare_provider: providers[3]?.user_id });
    expect([status, body.code]).toEqual([409, 'too_many_requests_open']);
    expect(await rowsOf(patient)).toHaveLength(10);
  });

  test('are counted right when many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => create(patient, { appointment_datetime: day(3 + n) })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(3).fill(201),
      ...Array(9).fill(409),
    ]);
  });
});

describe('the database itself', () => {
  const insert = (changed: string) => {
    const [starts, ends] = [`'${day(3)}+00'::timestamptz`, `'${day(3, '11:30')}+00'::timestamptz`];
    return asOwner(
      t.db,
      `insert into appointments (provider_id, patient_id, chain_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
       select provider_id, patient_id, ${changed}, ${starts}, ${ends}, 'UTC', tstzrange(${starts}, ${ends}), '', 'requested', now()
       from appointments where patient_id = ${patient.user_id} limit 1`,
    );
  };

  test('refuses an overlap, but with the appointment of the same chain', async () => {
    const { id } = await book(t, patient, provider, { at: `${day(3)}Z` });
    await expect(insert('null')).rejects.toMatchObject({ code: '23P01' });
    await insert(String(id));
    expect((await rowsOf(patient)).map(({ chain_id }) => chain_id)).toEqual([id, id]);
  });
});
