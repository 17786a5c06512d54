import type { ProviderDays } from '@carecommons/contract/schedules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { dayAfter } from '../../../test/fixtures/days.ts';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  patient = await signUp(t, { name: 'Kavya Menon' });
  provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

const ask = (query: string, { access } = provider) => t.call(`GET /api/provider-days/${query}`, { as: access });
async function days(query: string, who = provider) {
  const { status, body, text } = await ask(query, who);
  expect(status, text).toBe(200);
  return body as ProviderDays;
}
const day = (after: number) => dayAfter(t.clock.now(), after);
const moveTo = ({ user_id }: Person, zone: string) =>
  sql`update providers set time_zone = ${zone} where user_id = ${user_id}`.execute(t.db);
/** A visit of the patient's with the provider between two instants. */
const visit = (start: string, end: string, status = 'approved') =>
  sql`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
    values (${provider.user_id}, ${patient.user_id}, ${start}::timestamptz, ${end}::timestamptz, 'Asia/Kolkata',
      tstzrange(${start}::timestamptz, ${end}::timestamptz), ${status}, ${status}, ${t.clock.now()})`.execute(t.db);

test('without a day it is today, with hours, leaves and visits, to the provider alone', async () => {
  expect((await ask('', patient)).body).toMatchObject({ code: 'not_allowed' });
  expect((await t.call('GET /api/provider-days/')).status).toBe(401);
  expect(await days('')).toEqual({
    time_zone: 'Asia/Kolkata',
    today: day(0),
    publishes_hours: false,
    days: [
      {
        day: day(0),
        starts_at: `${day(0)}T00:00:00+05:30`,
        ends_at: `${day(1)}T00:00:00+05:30`,
        hours: [],
        leaves: [],
      },
    ],
    visits: [],
  });
  await publishHours(t, provider, scheduleWith(['09:00-12:30'], { dated: [{ day: day(2), hours: [] }] }));
  const leave = { from: `${day(1)}T12:00`, to: `${day(2)}T10:00`, reason: null };
  expect((await t.call('POST /api/leaves/', { as: provider.access, body: leave })).status).toBe(201);
  const { id } = await book(t, patient, provider, { at: `${day(1)}T09:30` });
  expect(await days(`?day=${day(1)}`)).toMatchObject({
    publishes_hours: true,
    days: [
      {
        hours: [{ start: `${day(1)}T09:00:00+05:30`, end: `${day(1)}T12:30:00+05:30` }],
        leaves: [{ start: `${day(1)}T12:00:00+05:30`, end: `${day(2)}T00:00:00+05:30` }],
      },
    ],
    visits: [{ id, status: 'requested', user: { name: 'Kavya Menon' } }],
  });
  expect((await days(`?day=${day(2)}`)).days[0]).toMatchObject({
    hours: [],
    leaves: [{ start: `${day(2)}T00:00:00+05:30`, end: `${day(2)}T10:00:00+05:30` }],
  });
  const other = await signUp(t, { role: 'healthcare_provider' });
  expect((await days(`?day=${day(1)}`, other)).visits).toEqual([]);
});

test('a week goes from Monday to Sunday, whichever of its days is named', async () => {
  for (const named of ['2026-11-23', '2026-11-26', '2026-11-29']) {
    const { days: week } = await days(`?span=week&day=${named}`);
    expect(week.map((one) => one.day)).toEqual([23, 24, 25, 26, 27, 28, 29].map((date) => `2026-11-${date}`));
  }
});

test('what takes time in it is there, also from the day before into the next, and nothing that was given up', async () => {
  await visit('2027-03-09T18:00Z', '2027-03-09T18:30Z', 'completed');
  await visit('2027-03-09T18:30Z', '2027-03-09T19:30Z');
  await visit('2027-03-10T05:00Z', '2027-03-10T05:30Z', 'no_show');
  await visit('2027-03-10T06:00Z', '2027-03-10T06:30Z', 'declined');
  await visit('2027-03-10T07:00Z', '2027-03-10T07:30Z', 'cancelled');
  await visit('2027-03-10T18:00Z', '2027-03-10T19:00Z', 'requested');
  await visit('2027-03-10T19:00Z', '2027-03-10T19:30Z');
  const statuses = async (query: string) => (await days(query)).visits.map(({ status }) => status);
  // Midnight in India is 18:30 in UTC.
  expect(await statuses('?day=2027-03-10')).toEqual(['approved', 'no_show', 'requested']);
  expect(await statuses('?day=2027-03-11')).toEqual(['requested', 'approved']);
  expect(await statuses('?day=2027-03-10&span=week')).toHaveLength(5);
});

test.each([
  ['Europe/Berlin', '2027-03-28', 23, '2027-03-28T00:00:00+01:00', '2027-03-29T00:00:00+02:00', ['04:00', '06:00']],
  ['Europe/Berlin', '2027-10-31', 25, '2027-10-31T00:00:00+02:00', '2027-11-01T00:00:00+01:00', ['04:00', '06:00']],
  [
    'Australia/Lord_Howe',
    '2027-04-04',
    24.5,
    '2027-04-04T00:00:00+11:00',
    '2027-04-05T00:00:00+10:30',
    ['04:00', '06:00'],
  ],
  // There the day of the change begins at one.
  ['Africa/Cairo', '2027-04-30', 23, '2027-04-30T01:00:00+03:00', '2027-05-01T00:00:00+03:00', ['04:00', '06:00']],
])(
  'in %s the %s has %d hours, and its hours are those of the wall',
  async (zone, date, hours, from, to, [opens, ends]) => {
    await moveTo(provider, zone);
    await publishHours(t, provider, scheduleWith(['04:00-06:00']));
    const [one] = (await days(`?day=${date}`)).days;
    expect(one).toMatchObject({ day: date, starts_at: from, ends_at: to });
    expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(hours);
    expect(one?.hours.map(({ start, end }) => [start.slice(11, 16), end.slice(11, 16)])).toEqual([[opens, ends]]);
  },
);

test.each([
  ['?day=2026-02-30', 'day'],
  ['?day=9999-12-31', 'day'],
  ['?day=0001-01-01', 'day'],
  ['?day=today', 'day'],
  ['?span=month', 'span'],
])('%s is refused by name', async (query, field) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
});
