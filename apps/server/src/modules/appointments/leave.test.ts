import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { dayAfter } from '../../../test/fixtures/days.ts';
import { book, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

const day = (after: number) => dayAfter(t.clock.now(), after);
const away = (from = 2, to = 4) => ({ from: `${day(from)}T09:00`, to: `${day(to)}T18:00` });

const take = (body: Record<string, unknown> = away(), as: Person | undefined = provider) =>
  t.call('POST /api/leaves/', { as: as?.access, body });
const list = (as: Person | undefined = provider) => t.call('GET /api/leaves/', { as: as?.access });
const visits = ({ from, to } = away(), as: Person | undefined = provider) =>
  t.call(`GET /api/leaves/visits/?from=${from}&to=${to}`, { as: as?.access });
const endLeave = (id: number, as: Person | undefined = provider) =>
  t.call(`DELETE /api/leaves/${id}/`, { as: as?.access });

async function rowOf(id: number) {
  const { rows } = await sql<Record<string, unknown>>`
    select status, version, reason, ended_by, remind_at, undo_until, undo_to from appointments where id = ${id}`.execute(
    t.db,
  );
  return rows[0];
}
const ended = (status: string, version: number, reason: string | null) => ({
  status,
  version,
  reason,
  ended_by: 'provider',
  remind_at: null,
  undo_until: null,
  undo_to: null,
});
const newsOf = async ({ user_id }: Person) =>
  (
    await sql<{ kind: string; appointment_id: number; version: number; deliver_at: Date | null }>`
      select kind, appointment_id, version, deliver_at from notifications where user_id = ${user_id} order by id`.execute(
      t.db,
    )
  ).rows;

describe('a leave', () => {
  test('is taken in local time, listed until it is over, soonest first, and taken back', async () => {
    const later = await take({ ...away(8, 9), reason: null });
    expect([later.status, later.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        from: `${day(8)}T09:00:00+05:30`,
        to: `${day(9)}T18:00:00+05:30`,
        reason: null,
        cancelled: 0,
      },
    ]);
    const { body: sooner } = await take({ ...away(), reason: '  A conference. ' });
    expect(sooner.reason).toBe('A conference.');
    const { cancelled: _, ...leave } = sooner;
    expect((await list()).body.map(({ id }: { id: number }) => id)).toEqual([leave.id, later.body.id]);
    expect((await list()).body[0]).toEqual(leave);

    expect((await endLeave(later.body.id)).body).toEqual({});
    expect((await list()).body).toEqual([leave]);
    expect((await endLeave(later.body.id)).status).toBe(404);
    t.clock.move(5 * 86_400_000);
    provider = await logInAgain(t, provider);
    expect((await list()).body).toEqual([]);
    t.clock.move(-5 * 86_400_000);
  });

  test('may last as long as calendars go', async () => {
    const { status, body } = await take({ from: '0001-01-01T00:00', to: '9999-12-31T23:59' });
    expect([status, body.to]).toEqual([201, '9999-12-31T23:59:00+05:30']);
    expect((await list()).body).toHaveLength(1);
    expect((await endLeave(body.id)).status).toBe(200);
  });

  test('whose visits may be booked again once it is taken back', async () => {
    await publishHours(t, provider, scheduleWith(['09:00-10:00']));
    const free = async () =>
      (await t.call(`GET /api/slots/${provider.user_id}/?from=${day(3)}&to=${day(3)}`)).body.length;
    const { body } = await take();
    expect(await free()).toBe(0);
    await endLeave(body.id);
    expect(await free()).toBe(2);
  });

  test.each([
    ['to', () => ({ from: `${day(2)}T09:00`, to: `${day(2)}T09:00` })],
    ['to', () => ({ from: `${day(2)}T09:00`, to: `${day(1)}T09:00` })],
    ['to', () => ({ from: `${day(-3)}T09:00`, to: `${day(-2)}T09:00` })],
    ['to', () => ({ from: `${day(2)}T09:00`, to: '2027-02-31T09:00' })],
    ['from', () => ({ from: '2026-02-31T09:00', to: `${day(2)}T09:00` })],
    ['from', () => ({ from: '0000-02-28T09:00', to: `${day(2)}T09:00` })],
    ['from', () => ({ from: 'tomorrow', to: `${day(2)}T09:00` })],
    ['to', () => ({ from: `${day(2)}T09:00` })],
  ])('400 naming %s (%#), of the visits it would fall upon as well', async (field, changed) => {
    const said = changed() as { from: string; to: string };
    for (const { status, body } of [await take(said), await visits(said)]) {
      expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
    }
    expect((await list()).body).toEqual([]);
  });

  test('400 naming the reason where that is too long', async () => {
    const { status, body } = await take({ ...away(), reason: 'x'.repeat(501) });
    expect([status, body.errors[0].field]).toEqual([400, 'reason']);
  });

  test('is one of a hundred at most', async () => {
    await sql`
      insert into leaves (provider_id, away, created_at)
      select ${provider.user_id}, tstzrange(at, at + interval '1 hour'), at
      from generate_series(${t.clock.now()}::timestamptz, ${t.clock.now()}::timestamptz + interval '98 days', interval '1 day') at`.execute(
      t.db,
    );
    expect((await take(away(200, 201))).status).toBe(201);
    expect((await take(away(202, 203))).status).toBe(400);
  });
});

describe('what it falls upon', () => {
  test('is listed first, and nothing else', async () => {
    const other = await signUp(t, { role: 'healthcare_provider' });
    const at = async (time: string, of = provider) => (await book(t, await signUp(t), of, { at: time })).id;
    await at(`${day(2)}T08:30`);
    const begun = await at(`${day(2)}T08:45`, other);
    const last = await at(`${day(4)}T17:45`);
    const first = await at(`${day(2)}T09:00`);
    await at(`${day(4)}T18:15`);
    const declined = await at(`${day(3)}T09:00`);
    await sql`update appointments set status = 'declined' where id = ${declined}`.execute(t.db);
    const { status, body } = await visits();
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [first, last]]);
    expect(body[0]).toEqual((await t.call(`GET /api/appointments/${first}/`, { as: provider.access })).body);
    expect((await visits(away(), other)).body.map(({ id }: { id: number }) => id)).toEqual([begun]);
  });

  test('is cancelled or declined for good, with the reason, and each patient told once', async () => {
    const others = [await signUp(t), await signUp(t)] as const;
    const request = await book(t, patient, provider, { at: `${day(2)}T10:00` });
    const visit = await book(t, others[0], provider, { at: `${day(3)}T10:00` });
    const outside = await book(t, others[1], provider, { at: `${day(5)}T10:00` });
    await t.call(`PUT /api/approve-appointment/${visit.id}/`, { as: provider.access });
    const before = await newsOf(others[0]);

    const { status, body } = await take({ ...away(), reason: 'I am away.' });
    expect([status, body.cancelled]).toEqual([201, 2]);
    expect(await rowOf(request.id)).toEqual(ended('declined', 2, 'I am away.'));
    expect(await rowOf(visit.id)).toEqual(ended('cancelled', 3, 'I am away.'));
    expect(await rowOf(outside.id)).toMatchObject({ status: 'requested', version: 1 });

    const now = t.clock.now();
    const told = (id: number, version: number) => ({
      kind: 'visit_in_leave',
      appointment_id: id,
      version,
      deliver_at: now,
    });
    expect(await newsOf(patient)).toEqual([told(request.id, 2)]);
    expect((await newsOf(others[0])).slice(before.length)).toEqual([told(visit.id, 3)]);
    expect(await newsOf(others[1])).toEqual([]);
    // Nothing of an earlier state goes out any more.
    const earlier = [...(await newsOf(provider)), ...(await newsOf(others[0]))].filter(
      ({ appointment_id, kind }) => appointment_id !== outside.id && kind !== 'visit_in_leave',
    );
    expect(earlier.every(({ deliver_at }) => deliver_at === null)).toBe(true);
    expect((await visits()).body).toEqual([]);
    // To take it was a decision about the requests in it: what the provider was told of them is read.
    const { body: notices } = await t.call('GET /api/notifications/', { as: provider.access });
    const unread = notices.filter(({ read_at }: { read_at: string | null }) => read_at === null);
    expect(unread.map(({ appointment }: { appointment: { id: number } }) => appointment.id)).toEqual([outside.id]);
  });

  test('ends with the new time that was proposed for it, and its patient is told once', async () => {
    const visit = await book(t, patient, provider, { at: `${day(3)}T10:00` });
    await t.call(`PUT /api/approve-appointment/${visit.id}/`, { as: provider.access });
    const propose = async (at: string, by: string) => {
      const start = new Date(`${at}:00+05:30`);
      const end = new Date(start.getTime() + 1800_000);
      const { rows } = await sql<{ id: number }>`
        insert into appointments (provider_id, patient_id, chain_id, moves_id, starts_at, ends_at, time_zone, held, problem,
          status, requested_at, proposed_by)
        values (${provider.user_id}, ${patient.user_id}, ${visit.id}, ${visit.id}, ${start}, ${end}, 'Asia/Kolkata',
          tstzrange(${start}, ${end}), 'A cough', 'requested', ${t.clock.now()}, ${by}) returning id`.execute(t.db);
      return (rows[0] as { id: number }).id;
    };
    const proposal = await propose(`${day(9)}T10:00`, 'provider');
    const { body } = await take();
    expect(body.cancelled).toBe(1);
    expect(await rowOf(visit.id)).toEqual(ended('cancelled', 3, null));
    // Above all that the chain has had, for calendars.
    expect(await rowOf(proposal)).toEqual(ended('cancelled', 3, null));
    expect((await newsOf(patient)).filter(({ kind }) => kind === 'visit_in_leave')).toHaveLength(1);

    // A proposed time alone is not the visit, which stays.
    const kept = await book(t, patient, provider, { at: `${day(10)}T10:00` });
    visit.id = kept.id;
    const within = await propose(`${day(12)}T10:00`, 'patient');
    expect((await take(away(12, 13))).body.cancelled).toBe(1);
    expect(await rowOf(within)).toEqual(ended('declined', 2, null));
    expect(await rowOf(kept.id)).toMatchObject({ status: 'requested' });
  });

  test('cannot come back into it: what was decided a moment ago is settled', async () => {
    const visit = await book(t, patient, provider, { at: `${day(3)}T10:00` });
    const decline = { as: provider.access, body: { reason: 'No room.' } };
    expect((await t.call(`PUT /api/decline-appointment/${visit.id}/`, decline)).status).toBe(200);
    const before = await newsOf(patient);
    expect((await take()).body.cancelled).toBe(0);
    const { status, body } = await t.call(`PUT /api/undo-decision/${visit.id}/`, { as: provider.access });
    expect([status, body.code]).toEqual([409, 'wrong_state']);
    // The patient was told why, and of nothing else.
    expect(await rowOf(visit.id)).toMatchObject({ status: 'declined', reason: 'No room.', undo_until: null });
    expect(await newsOf(patient)).toEqual(before);
  });

  test('changes at once on what both people have open', async () => {
    const visit = await book(t, patient, provider, { at: `${day(3)}T10:00` });
    const publishToPerson = vi.spyOn(t.services.live, 'publishToPerson');
    await take();
    expect(publishToPerson.mock.calls).toEqual([
      [patient.user_id, { kind: 'appointment', id: visit.id }],
      [provider.user_id, { kind: 'appointment', id: visit.id }],
    ]);
    publishToPerson.mockRestore();
  });

  test('waits for whoever is moving a visit, and never in a circle', async () => {
    const visit = await book(t, patient, provider, { at: `${day(3)}T10:00` });
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db);
    const x = new pg.Client({ ...inject('postgres').app, database: rows[0]?.name });
    await x.connect();
    try {
      await x.query('begin');
      await x.query('select from appointments where id = $1 for update', [visit.id]);
      const answer = take();
      // Whoever has the row may want the provider's lock next: the leave lets go of it in between.
      await x.query("select pg_advisory_xact_lock(hashtext('time of a provider'), $1)", [provider.user_id]);
      await x.query("update appointments set status = 'approved', version = version + 1 where id = $1", [visit.id]);
      await x.query('commit');
      expect((await answer).status).toBe(201);
      expect(await rowOf(visit.id)).toMatchObject({ status: 'cancelled', version: 3 });
    } finally {
      await x.end();
    }
  });

  test('is told as busy where somebody never lets go, and nothing is taken', async () => {
    const visit = await book(t, patient, provider, { at: `${day(3)}T10:00` });
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db);
    const x = new pg.Client({ ...inject('postgres').app, database: rows[0]?.name });
    await x.connect();
    try {
      await x.query('begin');
      await x.query('select from appointments where id = $1 for update', [visit.id]);
      const { status, body } = await take();
      expect([status, body.code]).toEqual([503, 'busy']);
    } finally {
      await x.end();
    }
    expect((await list()).body).toEqual([]);
  });
});

describe('who may not', () => {
  test('nobody signed in', async () => {
    const nobody = { ...provider, access: '' };
    for (const answer of [
      await take(away(), nobody),
      await list(nobody),
      await visits(away(), nobody),
      await endLeave(1, nobody),
    ]) {
      expect(answer.status).toBe(401);
    }
  });

  test('one who is no provider', async () => {
    for (const { status, body } of [await take(away(), patient), await list(patient), await visits(away(), patient)]) {
      expect([status, body.code]).toEqual([403, 'not_allowed']);
    }
  });

  test('anybody with a stranger’s leave, as if it were not there', async () => {
    const { body: leave } = await take();
    const other = await signUp(t, { role: 'healthcare_provider' });
    const answers = [
      await endLeave(leave.id, other),
      await endLeave(leave.id, patient),
      await endLeave(2_000_000_000, other),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await list()).body).toHaveLength(1);
  });
});
