import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { dayAfter } from '../../../test/fixtures/days.ts';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { hours, publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';

// What a provider's hours and rules make of a request.

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
/** When clocks are set back: in April in Sydney, in November in New York. */
const firstSunday = (year: number, month: number) => {
  const weekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return new Date(Date.UTC(year, month - 1, 1 + ((7 - weekday) % 7))).toISOString().slice(0, 10);
};

const ask = (time: string, as = patient) =>
  t.call('POST /api/appointments/create/', {
    as: as.access,
    body: {
      user: as.user_id,
      healthcare_provider: provider.user_id,
      appointment_datetime: time,
      problem: 'A cough that stays.',
    },
  });

/** What is wrong with the time, in the words of the answer. */
async function refusal(time: string) {
  const { status, body } = await ask(time);
  expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([
    400,
    ['appointment_datetime'],
  ]);
  const { rows } = await sql`select from appointments where provider_id = ${provider.user_id}`.execute(t.db);
  expect(rows).toEqual([]);
  return body.errors[0].message as string;
}

const chooseFree = 'Please choose one of the free times.';
const notThen = 'The provider takes no visits then. Please choose another time.';

describe('where hours are published', () => {
  test('each slot can be asked for, and what is no slot cannot', async () => {
    await publishHours(t, provider, scheduleWith(['09:00-10:30'], { visit_minutes: 40, buffer_after: 5 }));
    for (const time of ['09:01', '09:40', '10:30', '08:15', '03:30']) {
      expect(await refusal(`${day(2)}T${time}`)).toBe(chooseFree);
    }
    const { status, body } = await ask(`${day(2)}T09:45`);
    expect([status, body.appointment_datetime, body.ends_at]).toEqual([
      201,
      `${day(2)}T09:45:00+05:30`,
      `${day(2)}T10:25:00+05:30`,
    ]);
    expect((await ask(`${day(2)}T03:30:00Z`)).status).toBe(201);
  });

  test('the rules of that day stay with the request', async () => {
    await publishHours(
      t,
      provider,
      scheduleWith(['09:00-12:00'], {
        buffer_before: 10,
        buffer_after: 20,
        answer_hours: 6,
        cancel_minutes: 300,
        move_minutes: 600,
      }),
    );
    const { body } = await ask(`${day(3)}T10:00`);
    expect([body.cancel_until, body.move_until]).toEqual([`${day(3)}T05:00:00+05:30`, `${day(3)}T00:00:00+05:30`]);
    expect(Date.parse(body.expires_at)).toBe(t.clock.now().getTime() + 6 * 3_600_000);
    await publishHours(t, provider, scheduleWith(['09:00-12:00']));
    const { rows } = await sql<Record<string, unknown>>`
      select lower(held) as "from", upper(held) as "to", cancel_minutes, move_minutes from appointments
      where id = ${body.id}`.execute(t.db);
    expect(rows).toEqual([
      {
        from: new Date(`${day(3)}T09:50+05:30`),
        to: new Date(`${day(3)}T10:50+05:30`),
        cancel_minutes: 300,
        move_minutes: 600,
      },
    ]);
  });

  test('a slot that is held is taken, with the nearest free slots', async () => {
    await publishHours(
      t,
      provider,
      scheduleWith(['09:00-10:30', '17:00-17:30'], { dated: [{ day: day(3), hours: hours('11:00-11:30') }] }),
    );
    await book(t, patient, provider, { at: `${day(2)}T09:30` });
    const { status, body } = await ask(`${day(2)}T09:30`, await signUp(t));
    expect([status, body.code]).toEqual([409, 'slot_taken']);
    expect(body.free_times).toEqual(['09:00', '10:00', '17:00'].map((time) => `${day(2)}T${time}:00+05:30`));
  });

  test('free slots are looked for further away where a provider is there seldom', async () => {
    await publishHours(
      t,
      provider,
      scheduleWith([], {
        weekly: [],
        dated: [2, 9, 20, 36, 100].map((after) => ({ day: day(after), hours: hours('09:00-09:30') })),
      }),
    );
    await book(t, patient, provider, { at: `${day(9)}T09:00` });
    const { body } = await ask(`${day(9)}T09:00`, await signUp(t));
    // Four weeks but a day is as far as it goes.
    expect(body.free_times).toEqual([2, 20, 36].map((after) => `${day(after)}T09:00:00+05:30`));
    const leave = { from: `${day(36)}T08:00`, to: `${day(36)}T12:00` };
    expect((await t.call('POST /api/leaves/', { as: provider.access, body: leave })).status).toBe(201);
    const { body: without } = await ask(`${day(9)}T09:00`, await signUp(t));
    expect(without.free_times).toEqual([2, 20].map((after) => `${day(after)}T09:00:00+05:30`));
  });

  test('notice, horizon, closed days and leaves leave no slot', async () => {
    const closed = { dated: [{ day: day(4), hours: [] }] };
    await publishHours(
      t,
      provider,
      scheduleWith(['09:00-10:00'], { notice_minutes: 2 * 1440, horizon_days: 9, ...closed }),
    );
    const leave = { from: `${day(5)}T09:15`, to: `${day(6)}T00:00` };
    await t.call('POST /api/leaves/', { as: provider.access, body: leave });
    for (const after of [1, 4, 5]) expect(await refusal(`${day(after)}T09:00`)).toBe(chooseFree);
    expect(await refusal(`${day(11)}T09:00`)).toBe('Please choose a time within 9 days from now.');
    expect(await refusal(`${day(-1)}T09:00`)).toMatch('That time has passed.');
    expect((await ask(`${day(6)}T09:00`)).status).toBe(201);
  });

  test('of an hour that comes twice each turn is asked for by its offset', async () => {
    const year = t.clock.now().getUTCFullYear();
    const nights = [year, year + 1].flatMap((of) => [
      { zone: 'Australia/Sydney', sunday: firstSunday(of, 4), turns: ['02:30:00+11:00', '02:30:00+10:00'] },
      { zone: 'America/New_York', sunday: firstSunday(of, 11), turns: ['01:30:00-04:00', '01:30:00-05:00'] },
    ]);
    const { zone, sunday, turns } = nights.find((night) => night.sunday > day(2))!;
    await sql`update providers set time_zone = ${zone} where user_id = ${provider.user_id}`.execute(t.db);
    await publishHours(t, provider, scheduleWith(['00:00-04:00']));
    const { body: all } = await t.call(`GET /api/slots/${provider.user_id}/?from=${sunday}&to=${sunday}`);
    const half = turns[0]!.slice(0, 5);
    const twice = all
      .map(({ start }: { start: string }) => start)
      .filter((start: string) => start.includes(`T${half}`));
    expect(twice).toEqual(turns.map((turn) => `${sunday}T${turn}`));
    for (const start of twice) expect((await ask(start)).body.appointment_datetime).toBe(start);
  });
});

describe('where none are published', () => {
  test('any time to come can be asked for, with the length and the buffers that are set', async () => {
    await publishHours(t, provider, {
      ...scheduleDefaults,
      weekly: [],
      dated: [],
      visit_minutes: 45,
      buffer_after: 15,
    });
    const { status, body } = await ask(`${day(2)}T03:07`);
    expect([status, body.ends_at]).toEqual([201, `${day(2)}T03:52:00+05:30`]);
    const other = await signUp(t);
    const taken = await ask(`${day(2)}T04:00`, other);
    expect([taken.status, taken.body.free_times]).toEqual([
      409,
      ['02:00', '05:00', '06:00'].map((time) => `${day(2)}T${time}:00+05:30`),
    ]);
    expect((await ask(`${day(2)}T04:07`, other)).status).toBe(201);
  });

  test('no time on a day that is closed is called free', async () => {
    const closed = [{ day: day(3), hours: [] }];
    await publishHours(t, provider, { ...scheduleDefaults, weekly: [], dated: closed });
    expect((await ask(`${day(2)}T23:15`)).status).toBe(201);
    const taken = await ask(`${day(2)}T23:15`, await signUp(t));
    expect(taken.body.free_times).toEqual(['22:15', '22:45', '23:45'].map((time) => `${day(2)}T${time}:00+05:30`));
  });

  test('no time that is too soon is called free', async () => {
    t.clock.move(60_000 - (t.clock.now().getTime() % 60_000));
    const inMinutes = (minutes: number) => new Date(t.clock.now().getTime() + minutes * 60_000).toISOString();
    await publishHours(t, provider, { ...scheduleDefaults, weekly: [], dated: [], notice_minutes: 1440 });
    expect((await ask(inMinutes(1440))).status).toBe(201);
    const { body } = await ask(inMinutes(1440), await signUp(t));
    expect(body.free_times.map((at: string) => new Date(at).toISOString())).toEqual([1470, 1500, 1530].map(inMinutes));
  });

  test('but none that is too soon, closed or in a leave', async () => {
    const closed = [{ day: day(4), hours: [] }];
    await publishHours(t, provider, { ...scheduleDefaults, weekly: [], dated: closed, notice_minutes: 1440 });
    await t.call('POST /api/leaves/', {
      as: provider.access,
      body: { from: `${day(5)}T09:00`, to: `${day(5)}T12:00` },
    });
    expect(await refusal(new Date(t.clock.now().getTime() + 1439 * 60_000).toISOString())).toMatch('too soon');
    expect(await refusal(`${day(4)}T10:00`)).toBe(notThen);
    expect(await refusal(`${day(5)}T08:31`)).toBe(notThen);
    expect((await ask(`${day(5)}T08:30`)).status).toBe(201);
    // Other times of that day would be no help: the leave is told first, also where somebody has the time.
    const start = Date.parse(`${day(5)}T10:00+05:30`);
    await addAppointment(t, await signUp(t), provider, (start - t.clock.now().getTime()) / 3_600_000);
    const { status, body } = await ask(`${day(5)}T10:00`, await signUp(t));
    expect([status, body.errors?.[0].message]).toEqual([400, notThen]);
  });
});

test.each(['0001-01-01T00:00', '9999-12-31T23:59', '0001-01-01T00:00+14:00', '9999-12-31T23:59-12:00'])(
  'a time that no calendar reaches is refused like any other: %s',
  async (time) => {
    expect(await refusal(time)).toMatch(/passed|within/);
  },
);

test('the provider is told of a request, without a word of what it is about', async () => {
  const { id } = await book(t, patient, provider, { at: `${day(2)}T09:00` });
  const { rows } = await sql`
    select user_id, kind, appointment_id, version, created_at, deliver_at from notifications
    where appointment_id = ${id}`.execute(t.db);
  const now = t.clock.now();
  expect(rows).toEqual([
    {
      user_id: provider.user_id,
      kind: 'request_received',
      appointment_id: id,
      version: 1,
      created_at: now,
      deliver_at: now,
    },
  ]);
});

test('a leave that is taken while somebody waits to book lets nobody in', async ({ onTestFinished }) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db);
  const x = new pg.Client({ ...inject('postgres').app, database: rows[0]?.name });
  await x.connect();
  onTestFinished(() => x.end());
  await x.query('begin');
  await x.query("select pg_advisory_xact_lock(hashtext('time of a provider'), $1)", [provider.user_id]);
  const answer = ask(`${day(2)}T09:00`);
  await vi.waitFor(
    async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
      expect(waiting.rows).toHaveLength(1);
    },
    { timeout: 10_000, interval: 10 },
  );
  await x.query('insert into leaves (provider_id, away, created_at) values ($1, tstzrange($2, $3), $2)', [
    provider.user_id,
    t.clock.now(),
    new Date(t.clock.now().getTime() + 7 * 86_400_000),
  ]);
  await x.query('commit');
  const { status, body } = await answer;
  expect([status, body.errors?.[0].message]).toEqual([400, notThen]);
});
