import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { dayAfter } from '../../../test/fixtures/days.ts';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { hours, publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';
import type { PublicReads } from '../../platform/db/db.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';

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

async function slots(from = day(1), to = from, { user_id }: Pick<Person, 'user_id'> = provider) {
  const { status, body } = await t.call(`GET /api/slots/${user_id}/?from=${from}&to=${to}`);
  expect(status).toBe(200);
  return body as { start: string; end: string }[];
}
const starts = async (...asked: Parameters<typeof slots>) => (await slots(...asked)).map(({ start }) => start);
const at = (of: string, ...times: string[]) => times.map((time) => `${of}T${time}:00+05:30`);

const nextTimes = async (...ids: (number | string)[]) =>
  (await t.call(`GET /api/next-times/?providers=${ids.join()}`)).body;
const unlist = ({ user_id }: Person) =>
  sql`update providers set listed = false where user_id = ${user_id}`.execute(t.db);

describe('the slots', () => {
  test('are for everybody to see, with end and offset', async () => {
    await publishHours(t, provider, scheduleWith(['09:00-10:00'], { visit_minutes: 25, buffer_after: 5 }));
    const tomorrow = day(1);
    expect(await slots()).toEqual([
      { start: `${tomorrow}T09:00:00+05:30`, end: `${tomorrow}T09:25:00+05:30` },
      { start: `${tomorrow}T09:30:00+05:30`, end: `${tomorrow}T09:55:00+05:30` },
    ]);
    expect(await starts(day(1), day(3))).toEqual([1, 2, 3].flatMap((n) => at(day(n), '09:00', '09:30')));
  });

  test('leave out what is requested, approved, or declined a moment ago; what is over is free again', async () => {
    await publishHours(t, provider, scheduleWith(['09:00-11:00']));
    const visit = await book(t, patient, provider, { at: `${day(1)}T09:30` });
    expect(await starts()).toEqual(at(day(1), '09:00', '10:00', '10:30'));
    await sql`update appointments set status = 'approved' where id = ${visit.id}`.execute(t.db);
    expect(await starts()).toHaveLength(3);
    await sql`
      update appointments set status = 'declined', undo_until = ${t.clock.now()}, undo_to = 'requested'
      where id = ${visit.id}`.execute(t.db);
    expect(await starts()).toHaveLength(3);
    await sql`update appointments set undo_until = null, undo_to = null where id = ${visit.id}`.execute(t.db);
    expect(await starts()).toHaveLength(4);
  });

  test('leave out what comes within the buffers of a visit', async () => {
    await publishHours(t, provider, scheduleWith(['09:00-12:00'], { buffer_before: 10, buffer_after: 20 }));
    expect(await starts()).toEqual(at(day(1), '09:00', '10:00', '11:00'));
    await book(t, patient, provider, { at: `${day(1)}T10:00` });
    expect(await starts()).toEqual(at(day(1), '09:00', '11:00'));
    // From before the next change of rules: its buffers are its own.
    await publishHours(t, provider, scheduleWith(['09:00-12:00']));
    expect(await starts()).toEqual(at(day(1), '09:00', '11:00', '11:30'));
  });

  test('leave out leaves, days that are closed, and what is beyond notice and horizon', async () => {
    await publishHours(
      t,
      provider,
      scheduleWith(['09:00-10:00'], {
        dated: [
          { day: day(2), hours: [] },
          { day: day(3), hours: hours('20:00-20:30') },
        ],
        horizon_days: 5,
      }),
    );
    const leave = { from: `${day(1)}T09:30`, to: `${day(1)}T12:00` };
    await t.call('POST /api/leaves/', { as: provider.access, body: leave });
    const found = await starts(day(-3), day(30));
    expect(found.filter((slot) => slot >= day(1) && slot < day(5))).toEqual([
      ...at(day(1), '09:00'),
      ...at(day(3), '20:00'),
      ...at(day(4), '09:00', '09:30'),
    ]);
    const last = t.clock.now().getTime() + 5 * 86_400_000;
    for (const slot of found) {
      expect(Date.parse(slot)).toBeGreaterThan(t.clock.now().getTime());
      expect(Date.parse(slot)).toBeLessThanOrEqual(last);
    }
    await publishHours(t, provider, scheduleWith(['09:00-10:00'], { notice_minutes: 3 * 1440, horizon_days: 5 }));
    expect((await starts(day(0), day(2))).length).toBe(0);
  });

  test('are none of one who publishes no hours, is not listed, or is not there', async () => {
    expect(await slots()).toEqual([]);
    await publishHours(t, provider, scheduleWith(['09:00-10:00']));
    expect(await slots()).not.toEqual([]);
    await unlist(provider);
    expect(await slots()).toEqual([]);
    expect(await slots(day(1), day(1), patient)).toEqual([]);
    expect(await slots(day(1), day(1), { user_id: 2_000_000_000 })).toEqual([]);
  });

  test('of days long past or far ahead are none', async () => {
    await publishHours(t, provider, scheduleWith(['09:00-10:00']));
    expect(await slots('2001-01-01', '2001-01-31')).toEqual([]);
    expect(await slots('9999-12-01', '9999-12-31')).toEqual([]);
    expect(await slots('0001-01-01', '0001-01-02')).toEqual([]);
  });

  test.each([
    ['to', 'from=2026-12-02&to=2026-12-01'],
    ['to', 'from=2026-12-01&to=2027-01-12'],
    ['to', 'from=2026-12-01'],
    ['from', 'from=2026-02-30&to=2026-03-01'],
    ['from', 'from=tomorrow&to=2026-03-01'],
    ['of', 'from=2026-12-01&to=2026-12-01&of=3'],
  ])('400 naming %s: %s', async (field, query) => {
    const { status, body } = await t.call(`GET /api/slots/${provider.user_id}/?${query}`);
    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  });

  test('of 42 days can be asked for at once', async () => {
    expect(await slots('2026-12-01', '2027-01-11')).toEqual([]);
  });
});

describe('the next free time', () => {
  test('is the first slot; null where none is free; of one without hours nothing', async () => {
    const [full, past, silent, hidden] = [
      await signUp(t, { role: 'healthcare_provider' }),
      await signUp(t, { role: 'healthcare_provider' }),
      await signUp(t, { role: 'healthcare_provider' }),
      await signUp(t, { role: 'healthcare_provider' }),
    ];
    await publishHours(t, provider, scheduleWith(['09:00-10:00'], { notice_minutes: 1440 }));
    await publishHours(t, hidden, scheduleWith(['09:00-10:00']));
    const once = (after: number) =>
      scheduleWith([], { weekly: [], dated: [{ day: day(after), hours: hours('09:00-10:00') }], horizon_days: 9 });
    await publishHours(t, full, once(12));
    // A day that is over publishes nothing any more: its provider is asked for any time again.
    await publishHours(t, past, scheduleWith([], { weekly: [] }));
    await sql`
      insert into dated_hours (provider_id, day, hours) values (${past.user_id}, ${day(-1)}, '{[540,600)}')`.execute(
      t.db,
    );
    await unlist(hidden);
    const [first] = await starts(day(0), day(5));
    expect(
      await nextTimes(full.user_id, past.user_id, silent.user_id, 2_000_000_000, provider.user_id, hidden.user_id),
    ).toEqual([
      { user: full.user_id, next: null },
      { user: provider.user_id, next: first },
    ]);
    await book(t, patient, provider, { at: first as string });
    const [second] = await starts(day(0), day(5));
    expect(second).not.toBe(first);
    expect(await nextTimes(provider.user_id, provider.user_id)).toEqual([{ user: provider.user_id, next: second }]);
  });

  test('is none that is taken at the end of the last day that is looked at first', async () => {
    await publishHours(
      t,
      provider,
      scheduleWith([], { weekly: [], dated: [{ day: day(28), hours: hours('23:30-24:00') }] }),
    );
    expect(await nextTimes(provider.user_id)).toEqual([{ user: provider.user_id, next: at(day(28), '23:30')[0] }]);
    await book(t, patient, provider, { at: `${day(28)}T23:30` });
    expect(await nextTimes(provider.user_id)).toEqual([{ user: provider.user_id, next: null }]);
  });

  test('leaves the buffer before it free of a visit that is over', async () => {
    await addAppointment(t, patient, provider, -0.51);
    await publishHours(t, provider, scheduleWith(['00:00-24:00'], { visit_minutes: 5, buffer_before: 240 }));
    const [first] = await starts(day(0), day(1));
    expect(await nextTimes(provider.user_id)).toEqual([{ user: provider.user_id, next: first }]);
  });

  test('is found however far it is, within the horizon', async () => {
    const only = (after: number, horizon_days: number) =>
      publishHours(
        t,
        provider,
        scheduleWith([], { weekly: [], dated: [{ day: day(after), hours: hours('09:00-09:30') }], horizon_days }),
      );
    await only(200, 365);
    expect(await nextTimes(provider.user_id)).toEqual([{ user: provider.user_id, next: at(day(200), '09:00')[0] }]);
    await book(t, patient, provider, { at: `${day(200)}T09:00` });
    expect(await nextTimes(provider.user_id)).toEqual([{ user: provider.user_id, next: null }]);
    await only(300, 250);
    expect(await nextTimes(provider.user_id)).toEqual([{ user: provider.user_id, next: null }]);
  });

  test.each(['', 'x', '1,,2', '0', '2147483648', Array(201).fill('1').join()])(
    '400 naming providers: "%s"',
    async (ids) => {
      const { status, body } = await t.call(`GET /api/next-times/?providers=${ids}`);
      expect([status, body.errors[0].field]).toEqual([400, 'providers']);
    },
  );
});

test('what is free and the terms are read where public lists are', async ({ onTestFinished }) => {
  let elsewhere = 0;
  const read: PublicReads['read'] = (work) => {
    elsewhere += 1;
    return work(on.db);
  };
  const on = await testApp({}, undefined, undefined, () => ({ read, stop: async () => {} }));
  onTestFinished(() => on.close());
  const { user_id } = await signUp(on, { role: 'healthcare_provider' });
  elsewhere = 0;
  const lines = [
    `slots/${user_id}/?from=${day(1)}&to=${day(1)}`,
    `next-times/?providers=${user_id}`,
    `booking-terms/${user_id}/`,
  ];
  for (const [count, line] of lines.entries()) {
    expect([(await on.call(`GET /api/${line}`)).status, elsewhere]).toEqual([200, count + 1]);
  }
});

describe('the terms of booking', () => {
  const terms = ({ user_id }: Pick<Person, 'user_id'> = provider) => t.call(`GET /api/booking-terms/${user_id}/`);

  test('are the usual ones, or those that the provider has set', async () => {
    expect((await terms()).body).toEqual({
      publishes_hours: false,
      visit_minutes: 30,
      horizon_days: 365,
      answer_hours: 48,
      cancel_minutes: 120,
      move_minutes: 120,
      offer_minutes: 60,
      usual_answer_minutes: null,
      kinds: [expect.objectContaining({ name: 'Consultation', minutes: 30 })],
    });
    await publishHours(t, provider, scheduleWith(['09:00-10:00'], { visit_minutes: 15, answer_hours: 5 }));
    expect((await terms()).body).toMatchObject({ publishes_hours: true, visit_minutes: 15, answer_hours: 5 });
  });

  test('are missing of one whom the directory does not show', async () => {
    await unlist(provider);
    const answers = [await terms(), await terms({ user_id: 2_000_000_000 }), await terms(patient)];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test('say in how many minutes half of the requests were answered, from ten on', async () => {
    const minutes = [1, 2, 3, 4, 60, 80, 100, 120, 5000];
    const answered = async (took: number, changed = sql`status = 'approved'`) => {
      const id = await addAppointment(t, patient, provider, answered.next++, 'approved');
      await sql`
        update appointments set ${changed}, requested_at = ${t.clock.now()}::timestamptz - make_interval(mins => ${took}),
          decided_at = ${t.clock.now()} where id = ${id}`.execute(t.db);
    };
    answered.next = 1;
    for (const took of minutes) await answered(took);
    // None of these is an answer to a patient's request.
    await answered(7000, sql`proposed_by = 'provider'`);
    await addAppointment(t, patient, provider, 500, 'expired');
    expect((await terms()).body.usual_answer_minutes).toBeNull();
    await answered(7000, sql`status = 'declined'`);
    expect((await terms()).body.usual_answer_minutes).toBe(70);
    // What is long ago counts no more.
    await sql`
      update appointments set decided_at = ${new Date(t.clock.now().getTime() - 91 * 86_400_000)}
      where provider_id = ${provider.user_id} and requested_at > ${new Date(t.clock.now().getTime() - 90_000)}`.execute(
      t.db,
    );
    expect((await terms()).body.usual_answer_minutes).toBeNull();
  });
});
