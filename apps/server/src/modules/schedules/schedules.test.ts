import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { dayAfter } from '../../../test/fixtures/days.ts';
import { book, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { hours, publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
  patient = await signUp(t);
});
beforeEach(async () => {
  provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

const read = (as: Person | undefined) => t.call('GET /api/schedule/', { as: as?.access });
const save = (as: Person | undefined, body: unknown) => t.call('PUT /api/schedule/', { as: as?.access, body });
const full = scheduleWith([], {
  visit_minutes: 20,
  buffer_before: 5,
  buffer_after: 10,
  notice_minutes: 120,
  horizon_days: 60,
  answer_hours: 24,
  cancel_minutes: 1440,
  move_minutes: 720,
  offer_minutes: 30,
  weekly: [
    { weekday: 1, hours: hours('09:00-12:30', '14:00-24:00') },
    { weekday: 7, hours: hours('10:00-11:00') },
  ],
  dated: [
    { day: '9998-12-25', hours: [] },
    { day: '9998-12-26', hours: hours('00:00-06:15') },
    { day: '9999-12-31', hours: [] },
  ],
});

test('a provider who never said any has the usual rules and no hours', async () => {
  const { status, body } = await read(provider);
  expect([status, body]).toEqual([200, { ...scheduleDefaults, weekly: [], dated: [], time_zone: 'Asia/Kolkata' }]);
});

test('what is saved is read back, whole, in the place of what was before', async () => {
  const saved = await save(provider, full);
  expect([saved.status, saved.body]).toEqual([200, { ...full, time_zone: 'Asia/Kolkata' }]);
  expect((await read(provider)).body).toEqual(saved.body);

  const other = scheduleWith(['08:00-09:00'], { weekly: [{ weekday: 3, hours: hours('08:00-09:00') }] });
  await save(provider, other);
  expect((await read(provider)).body).toEqual({ ...other, time_zone: 'Asia/Kolkata' });
  const { rows } = await sql<Record<string, unknown>>`
    select weekday, hours::text from weekly_hours where provider_id = ${provider.user_id}`.execute(t.db);
  expect(rows).toEqual([{ weekday: 3, hours: '{[480,540)}' }]);
});

test('numbers may be texts; hours come back in order, joined where they meet; a day without any is none', async () => {
  const { body } = await save(provider, {
    ...full,
    visit_minutes: '45',
    weekly: [
      { weekday: '2', hours: hours('14:00-15:00', '09:00-10:00', '10:00-11:00') },
      { weekday: 4, hours: [] },
    ],
  });
  expect(body.visit_minutes).toBe(45);
  expect(body.weekly).toEqual([{ weekday: 2, hours: hours('09:00-11:00', '14:00-15:00') }]);
});

test('single days that are past are neither kept nor read', async () => {
  const today = (after: number) => dayAfter(t.clock.now(), after);
  const days = [today(0), today(1)].map((day) => ({ day, hours: [] }));
  const past = ['0001-01-01', today(-1)].map((day) => ({ day, hours: hours('09:00-10:00') }));
  const { status, body } = await save(provider, { ...full, dated: [...past, ...days] });
  expect([status, body.dated]).toEqual([200, days]);
  t.clock.move(86_400_000);
  provider = await logInAgain(t, provider);
  expect((await read(provider)).body.dated).toEqual(days.slice(1));
  t.clock.move(-86_400_000);
});

test('what is booked stays', async () => {
  const visit = await book(t, patient, provider);
  await save(provider, full);
  const { body } = await t.call(`GET /api/appointments/${visit.id}/`, { as: patient.access });
  expect(body).toEqual(visit);
});

test.each([
  ['visit_minutes', { visit_minutes: 4 }],
  ['visit_minutes', { visit_minutes: 30.5 }],
  ['horizon_days', { horizon_days: 366 }],
  ['answer_hours', { answer_hours: undefined }],
  // There would never be a time to ask for.
  ['notice_minutes', { notice_minutes: 1440, horizon_days: 1 }],
  ['time_zone', { time_zone: 'UTC' }],
  [
    'weekly',
    {
      weekly: [
        { weekday: 1, hours: [] },
        { weekday: 1, hours: [] },
      ],
    },
  ],
  ['weekly.0.weekday', { weekly: [{ weekday: 8, hours: [] }] }],
  ['weekly.0.hours', { weekly: [{ weekday: 1, hours: hours('10:00-09:00') }] }],
  ['weekly.0.hours', { weekly: [{ weekday: 1, hours: hours('09:00-10:00', '09:59-11:00') }] }],
  ['weekly.0.hours.0.to', { weekly: [{ weekday: 1, hours: hours('09:00-25:00') }] }],
  ['weekly.0.hours.0.from', { weekly: [{ weekday: 1, hours: hours('08:61-10:00') }] }],
  ['dated.0.day', { dated: [{ day: '2026-02-30', hours: [] }] }],
  ['dated.0.day', { dated: [{ day: '0000-02-28', hours: [] }] }],
  [
    'dated',
    {
      dated: [
        { day: '2026-02-28', hours: [] },
        { day: '2026-02-28', hours: [] },
      ],
    },
  ],
])('400 naming %s (%#), and nothing is saved', async (field, changed) => {
  const { status, body } = await save(provider, { ...full, ...changed });
  expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  expect((await read(provider)).body.weekly).toEqual([]);
});

describe('who may not', () => {
  test('nobody signed in', async () => {
    for (const answer of [await read(undefined), await save(undefined, full)]) expect(answer.status).toBe(401);
  });

  test('one who is no provider', async () => {
    for (const answer of [await read(patient), await save(patient, full)]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed']);
    }
  });
});

test('of two who save at once one is last, and nothing of the other is left', async () => {
  const [one, two] = [scheduleWith(['08:00-09:00']), scheduleWith(['18:00-19:00'], { visit_minutes: 60 })];
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => save(provider, n % 2 ? one : two)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { time_zone: _, ...left } = (await read(provider)).body;
  expect([one, two]).toContainEqual(left);
});

test('a provider whom the directory does not show keeps hours all the same', async () => {
  await sql`update providers set listed = false where user_id = ${provider.user_id}`.execute(t.db);
  await publishHours(t, provider, full);
  expect((await read(provider)).body.visit_minutes).toBe(20);
});
