import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, testApp } from '../../../test/servers/app.ts';
import { toldOf } from '../../../test/fixtures/appointment-moves.ts';
import { dayAfter } from '../../../test/fixtures/days.ts';
import { book, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { makeDueTransitions } from './due-transitions.ts';

let t: TestApp;
let provider: Person;
let asha: Person;
let bela: Person;
let chand: Person;
beforeAll(async () => {
  t = await testApp();
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Meera Iyer' });
  asha = await signUp(t, { name: 'Asha' });
  bela = await signUp(t, { name: 'Bela' });
  chand = await signUp(t, { name: 'Chand' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`
    update appointments set status = 'cancelled', undo_until = null, undo_to = null, undo_reason = null`.execute(t.db);
  await sql`delete from waits`.execute(t.db);
  await sql`delete from freed_times`.execute(t.db);
  await sql`update waiting_lists set open = true`.execute(t.db);
});

const join = (who: Person, more: object = {}, whom = provider): Promise<Answer> =>
  t.call(`POST /api/waiting/${whom.user_id}/`, { as: who.access, body: { problem: 'A cough.', ...more } });
const act = (line: string, who: Person, body?: object): Promise<Answer> => t.call(line, { as: who.access, body });
const later = async (seconds: number) => {
  t.clock.move(seconds * 1000);
  await makeDueTransitions(t.services);
};

let visits = 0;
/** A visit of Asha's that is confirmed for good, at a time that there was not before. */
async function confirmed() {
  const at = new Date((Math.ceil(t.clock.now().getTime() / 3600_000) + 48 + 3 * visits++) * 3600_000);
  const { id } = await book(t, asha, provider, { at });
  await act(`PUT /api/approve-appointment/${id}/`, provider);
  await later(11);
  return { id, at };
}
async function freed() {
  const { id, at } = await confirmed();
  expect((await act(`PUT /api/cancel-appointment/${id}/`, asha, {})).status).toBe(200);
  return at;
}

/** The offers that were ever made of a time, in their order. */
async function offersOf(at: Date) {
  const { rows } = await sql<{ id: number; patient_id: number; status: string; expires_at: Date; proposed_by: string }>`
    select id, patient_id, status, expires_at, proposed_by from appointments
    where offered and provider_id = ${provider.user_id} and starts_at = ${at} order by id`.execute(t.db);
  return rows;
}
/** How many free times have still to be offered. */
const timesToOffer = async () => (await sql`select from freed_times`.execute(t.db)).rows.length;
const takersOf = async (at: Date) => (await offersOf(at)).map(({ patient_id, status }) => [patient_id, status]);

describe('the list', () => {
  test.each([
    ['POST', 'nobody', {}, 401, undefined],
    ['POST', 'without a profile', { problem: 'A cough.' }, 403, 'profile_required'],
    ['POST', 'a patient', {}, 400, 'problem'],
    ['POST', 'a patient', { problem: '' }, 400, 'problem'],
    ['POST', 'a patient', { problem: 'x', weekdays: [] }, 400, 'weekdays'],
    ['POST', 'a patient', { problem: 'x', weekdays: [8] }, 400, 'weekdays.0'],
    ['POST', 'a patient', { problem: 'x', weekdays: [1, 1] }, 400, 'weekdays'],
    ['POST', 'a patient', { problem: 'x', from_day: '2026-02-30' }, 400, 'from_day'],
    ['POST', 'a patient', { problem: 'x', from_day: '2026-12-02', to_day: '2026-12-01' }, 400, 'to_day'],
    ['POST', 'a patient', { problem: 'x', to_day: '2026-01-01' }, 400, 'to_day'],
    ['DELETE', 'nobody', undefined, 401, undefined],
    ['DELETE', 'a patient', undefined, 404, 'not_found'],
    ['GET', 'nobody', undefined, 401, undefined],
    ['GET', 'a patient', undefined, 200, undefined],
  ] as const)('%s by %s with %j gives %i', async (method, who, body, status, told) => {
    const person = who === 'nobody' ? undefined : who === 'a patient' ? asha : await signUp(t, { role: 'unknown' });
    const answer = await t.call(`${method} /api/waiting/${provider.user_id}/`, { as: person?.access, body });
    expect(answer.status).toBe(status);
    if (told !== undefined) expect([answer.body.code, answer.body.errors[0]?.field]).toContain(told);
  });

  test('of nobody, or of oneself, there is none', async () => {
    expect((await act('GET /api/waiting/2000000001/', asha)).status).toBe(404);
    expect((await act(`GET /api/waiting/${asha.user_id}/`, bela)).status).toBe(404);
    expect((await act('POST /api/waiting/2000000001/', asha, { problem: 'x' })).status).toBe(404);
    const own = await signUp(t, { role: 'healthcare_provider' });
    await act('POST /register/user/basic/', own, { name: 'Both', about: 'x', phone: '+91 98765 43210' });
    expect((await join(own, {}, own)).body.errors[0].field).toBe('provider_id');
  });

  test('is joined, told of and left', async () => {
    const from_day = dayAfter(t.clock.now(), 8);
    const joined = await join(bela, { weekdays: ['1', 5], from_day });
    expect(joined.status).toBe(201);
    const wait = {
      provider: { user: provider.user_id, name: 'Dr. Meera Iyer' },
      problem: 'A cough.',
      weekdays: [1, 5],
      from_day,
      to_day: null,
      joined_at: t.clock.now().toISOString(),
      open: true,
      offer_id: null,
    };
    expect(joined.body).toEqual(wait);
    expect((await act('GET /api/waiting/', bela)).body).toEqual([wait]);
    expect((await act(`GET /api/waiting/${provider.user_id}/`, bela)).body).toEqual({ open: true, wait });
    expect((await act(`GET /api/waiting/${provider.user_id}/`, asha)).body).toEqual({ open: true, wait: null });
    expect((await act('GET /api/waiting-list/', provider)).body).toEqual({ open: true, waiting: 1 });
    const twice = await join(bela);
    expect([twice.status, twice.body.message]).toEqual([409, 'You are already on this waiting list.']);
    expect((await act(`DELETE /api/waiting/${provider.user_id}/`, bela)).status).toBe(200);
    expect((await act('GET /api/waiting/', bela)).body).toEqual([]);
  });

  test('is one of five at most', async () => {
    const others: Person[] = [];
    for (let n = 0; n < 5; n++) others.push(await signUp(t, { role: 'healthcare_provider' }));
    const answers = await Promise.all([...others, provider].map((one) => join(chand, {}, one)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  });

  test('is left by itself when the days that suit are over', async () => {
    const now = t.clock.now();
    await sql`
      insert into waits (provider_id, patient_id, problem, weekdays, to_day, joined_at)
      values (${provider.user_id}, ${bela.user_id}, 'x', '{1}', ${dayOf(now, -2)}, ${now})`.execute(t.db);
    expect((await act('GET /api/waiting/', bela)).body).toEqual([]);
    expect((await act(`GET /api/waiting/${provider.user_id}/`, bela)).body).toEqual({ open: true, wait: null });
    expect((await act('GET /api/waiting-list/', provider)).body.waiting).toBe(0);
    expect((await act(`DELETE /api/waiting/${provider.user_id}/`, bela)).status).toBe(404);
    expect((await join(bela, { to_day: dayOf(now, -1) })).body.errors[0].field).toBe('to_day');
    expect((await join(bela, { to_day: dayOf(now, 0) })).status).toBe(201);
  });

  test('is closed and opened by its provider alone', async () => {
    expect((await act('GET /api/waiting-list/', asha)).status).toBe(403);
    expect((await act('PUT /api/waiting-list/', asha, { open: false })).status).toBe(403);
    expect((await act('PUT /api/waiting-list/', provider, { open: 'no' })).body.errors[0].field).toBe('open');
    await join(bela);
    expect((await act('PUT /api/waiting-list/', provider, { open: false })).body).toEqual({ open: false, waiting: 1 });
    expect((await join(chand)).status).toBe(409);
    expect((await act('GET /api/waiting/', bela)).body[0].open).toBe(false);
    const at = await freed();
    await later(1);
    expect(await takersOf(at)).toEqual([]);
    await act('PUT /api/waiting-list/', provider, { open: true });
    expect((await join(chand)).status).toBe(201);
  });
});

describe('a time that becomes free', () => {
  test('is offered to the first who joined, for the stated period, and they are told', async () => {
    await join(bela);
    await join(chand);
    const at = await freed();
    await later(1);
    const [offer, ...more] = await offersOf(at);
    expect(more).toEqual([]);
    expect(offer).toMatchObject({ patient_id: bela.user_id, status: 'requested', proposed_by: 'provider' });
    expect(offer?.expires_at.getTime()).toBe(t.clock.now().getTime() + 60 * 60_000);
    expect(await timesToOffer()).toBe(0);
    const { rows } = await sql`
      select user_id, appointment_id from notifications where kind = 'time_offered' order by id desc limit 2`.execute(
      t.db,
    );
    expect(rows[0]).toEqual({ user_id: bela.user_id, appointment_id: offer?.id });
    expect((await act('GET /api/waiting/', bela)).body[0].offer_id).toBe(offer?.id);
    // For everybody else it is taken.
    const tries = { user: asha.user_id, healthcare_provider: provider.user_id, problem: 'x' };
    const answer = await act('POST /api/appointments/create/', asha, {
      ...tries,
      appointment_datetime: at.toISOString(),
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'slot_taken']);
  });

  test('is confirmed at once by accepting it, which ends the waiting', async () => {
    await join(bela);
    const at = await freed();
    await later(1);
    const [offer] = await offersOf(at);
    const accepted = await act(`PUT /api/approve-appointment/${offer?.id}/`, bela);
    expect([accepted.status, accepted.body.status]).toEqual([200, 'approved']);
    expect((await act('GET /api/waiting/', bela)).body).toEqual([]);
    expect((await toldOf(t, offer?.id as number)).map(({ user_id, kind }) => [user_id, kind])).toEqual([
      [bela.user_id, 'time_offered'],
      [provider.user_id, 'offer_accepted'],
    ]);
    // Taken back, one waits as before.
    await act(`PUT /api/undo-decision/${offer?.id}/`, bela);
    expect((await act('GET /api/waiting/', bela)).body).toHaveLength(1);
    await act(`PUT /api/approve-appointment/${offer?.id}/`, bela);
    await later(11);
    expect((await act('GET /api/waiting-list/', provider)).body.waiting).toBe(0);
    expect((await join(bela)).status).toBe(201);
  });

  test('is taken for good where the visit is moved later on, until that is cancelled', async () => {
    await join(bela);
    const at = await freed();
    await later(1);
    const [offer] = await offersOf(at);
    await act(`PUT /api/approve-appointment/${offer?.id}/`, bela);
    await later(11);
    const to = { appointment_datetime: new Date(at.getTime() + 90 * 60_000).toISOString() };
    const { body: moved } = await act(`POST /api/appointments/${offer?.id}/move/`, bela, to);
    expect((await act(`PUT /api/approve-appointment/${moved.id}/`, provider)).status).toBe(200);
    await later(11);
    expect((await act('GET /api/waiting/', bela)).body).toEqual([]);
    const other = await freed();
    await later(1);
    expect(await takersOf(other)).toEqual([]);
    await act(`PUT /api/cancel-appointment/${moved.id}/`, bela, {});
    expect((await act('GET /api/waiting/', bela)).body).toHaveLength(1);
  });

  test.each([
    ['and takes back', async (id: number) => void (await act(`PUT /api/cancel-appointment/${id}/`, asha, {}))],
    ['and the provider lets expire', () => later(49 * 3600)],
  ])('is none that somebody only asks for %s, but within published hours', async (_, end) => {
    for (const hours of [[], ['00:00-24:00']]) {
      const own = await signUp(t, { role: 'healthcare_provider' });
      asha = await logInAgain(t, asha);
      bela = await logInAgain(t, bela);
      await publishHours(t, own, scheduleWith(hours));
      await join(bela, {}, own);
      const at = new Date(Math.ceil(t.clock.now().getTime() / 3600_000 + 96) * 3600_000 - 1800_000);
      const { id } = await book(t, asha, own, { at });
      await end(id);
      await later(1);
      const { rows } = await sql`select from appointments where offered and provider_id = ${own.user_id}`.execute(t.db);
      expect(rows).toHaveLength(hours.length);
    }
    [asha, bela, chand, provider] = await Promise.all([
      logInAgain(t, asha),
      logInAgain(t, bela),
      logInAgain(t, chand),
      logInAgain(t, provider),
    ]);
  });

  test('is offered to nobody who may still take a refusal of another one back', async () => {
    await join(bela);
    const [one, two] = [await confirmed(), await confirmed()];
    await act(`PUT /api/cancel-appointment/${one.id}/`, asha, {});
    await later(1);
    const [offer] = await offersOf(one.at);
    await act(`PUT /api/decline-appointment/${offer?.id}/`, bela, {});
    await act(`PUT /api/cancel-appointment/${two.id}/`, asha, {});
    await later(1);
    expect(await takersOf(two.at)).toEqual([]);
    expect((await act(`PUT /api/undo-decision/${offer?.id}/`, bela)).status).toBe(200);
  });

  test('goes on to the next when it is declined, once that cannot be taken back, or when nobody answers', async () => {
    await join(bela);
    await join(chand);
    const at = await freed();
    await later(1);
    const [offer] = await offersOf(at);
    expect((await act(`PUT /api/decline-appointment/${offer?.id}/`, bela, {})).status).toBe(200);
    await later(5);
    expect(await takersOf(at)).toEqual([[bela.user_id, 'declined']]);
    await later(6);
    expect(await takersOf(at)).toEqual([
      [bela.user_id, 'declined'],
      [chand.user_id, 'requested'],
    ]);
    await later(3601);
    expect(await takersOf(at)).toEqual([
      [bela.user_id, 'declined'],
      [chand.user_id, 'expired'],
    ]);
    // Nobody is left: it is simply free.
    chand = await logInAgain(t, chand);
    bela = await logInAgain(t, bela);
    asha = await logInAgain(t, asha);
    provider = await logInAgain(t, provider);
    await book(t, bela, provider, { at });
  });

  test.each([
    ['whom the weekday does not suit', (at: Date) => ({ weekdays: [(weekdayOf(at) % 7) + 1] })],
    ['whom it is too early', (at: Date) => ({ from_day: dayOf(at, 1) })],
    ['whom it is too late', (at: Date) => ({ to_day: dayOf(at, -1) })],
  ])('passes over somebody %s', async (_, wishes) => {
    const { id, at } = await confirmed();
    expect((await join(bela, wishes(at))).status).toBe(201);
    await join(chand, { weekdays: [weekdayOf(at)], from_day: dayOf(at, 0), to_day: dayOf(at, 0) });
    await act(`PUT /api/cancel-appointment/${id}/`, asha, {});
    await later(1);
    expect(await takersOf(at)).toEqual([[chand.user_id, 'requested']]);
  });

  test('passes over who is busy then, who had it before, and who has an offer to answer', async () => {
    const other = await signUp(t, { role: 'healthcare_provider' });
    for (const one of [asha, bela, chand]) await join(one);
    const { id, at } = await confirmed();
    const hours = (at.getTime() - t.clock.now().getTime()) / 3600_000;
    await addAppointment(t, bela, other, hours + 0.25);
    await act(`PUT /api/cancel-appointment/${id}/`, asha, {});
    await later(1);
    expect(await takersOf(at)).toEqual([[chand.user_id, 'requested']]);
    const next = await freed();
    await later(1);
    expect(await takersOf(next)).toEqual([[bela.user_id, 'requested']]);
    const third = await freed();
    await later(1);
    // Asha gave it up herself, the others have to answer.
    expect(await takersOf(third)).toEqual([]);
  });

  test('is none where the provider gave it up, or is away', async () => {
    await join(bela);
    const one = await confirmed();
    await act(`PUT /api/cancel-appointment/${one.id}/`, provider, { reason: 'I am ill.' });
    const two = await confirmed();
    const away = new Date(two.at.getTime() - 60_000);
    await sql`
      insert into leaves (provider_id, away, created_at)
      values (${provider.user_id}, tstzrange(${away}, ${new Date(away.getTime() + 7200_000)}), ${away})`.execute(t.db);
    await act(`PUT /api/cancel-appointment/${two.id}/`, asha, {});
    await later(1);
    expect([await takersOf(one.at), await takersOf(two.at)]).toEqual([[], []]);
    expect(await timesToOffer()).toBe(0);
    await sql`delete from leaves`.execute(t.db);
  });

  test('is none that somebody has booked before it is offered', async () => {
    await join(bela);
    const at = await freed();
    await book(t, chand, provider, { at });
    await later(1);
    expect([await takersOf(at), await timesToOffer()]).toEqual([[], 0]);
  });

  test('waits for its offer where the database fails, and is offered then', async () => {
    await join(bela);
    const at = await freed();
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(t.db);
    await asOwner(t.db, `revoke insert on notifications from "${rows[0]?.name}"`);
    await expect(later(1)).rejects.toThrow('permission denied');
    await asOwner(t.db, `grant insert on notifications to "${rows[0]?.name}"`);
    expect([await takersOf(at), await timesToOffer()]).toEqual([[], 1]);
    await later(1);
    expect([await takersOf(at), await timesToOffer()]).toEqual([[[bela.user_id, 'requested']], 0]);
  });

  test.each([
    [29, []],
    [31, ['requested']],
  ])('that begins in %i minutes is offered: %j', async (minutes, expected) => {
    const at = new Date(t.clock.now().getTime() + minutes * 60_000);
    const id = await addAppointment(t, asha, provider, minutes / 60);
    await join(bela);
    await sql`
      update appointments set status = 'cancelled', ended_by = 'patient', undo_until = ${t.clock.now()}, undo_to = 'approved'
      where id = ${id}`.execute(t.db);
    await makeDueTransitions(t.services);
    const offers = await offersOf(at);
    expect(offers.map(({ status }) => status)).toEqual(expected);
    // Never beyond the visit itself.
    for (const { expires_at } of offers) expect(expires_at).toEqual(at);
  });

  test('is offered once by two processes at once', async () => {
    const other = await t.otherProcess();
    await join(bela);
    await join(chand);
    const at = await freed();
    await Promise.all([t.services, other.services, t.services, other.services].map((one) => makeDueTransitions(one)));
    expect(await takersOf(at)).toEqual([[bela.user_id, 'requested']]);
    await other.close();
  });
});

const dayOf = (at: Date, more: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(at.getTime() + more * 86_400_000);
const weekdayOf = (at: Date) => new Date(`${dayOf(at, 0)}T00:00Z`).getUTCDay() || 7;
