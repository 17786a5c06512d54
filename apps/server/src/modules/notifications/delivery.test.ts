import { type NotificationKind, notificationKinds } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { emailsTo, reachable } from '../../../test/fixtures/claims.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails, site } from '../../../test/fixtures/emails.ts';
import { openLiveClient } from '../../../test/servers/live-client.ts';
import { pastTriggers } from '../../../test/servers/owner.ts';
import { newBrowser } from '../../../test/servers/push-receiver.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { choose, endQuietHours, setQuietHours } from './choices.ts';
import { texts } from './emails.ts';
import { notify, retract, withhold } from './notifications.ts';
import { announceNew, deliverDue, sweepNotifications } from './sweep.ts';

let t: TestApp;
let [patient, provider] = [] as unknown as [Person, Person];
let visit = 0;
beforeAll(async () => {
  t = await testApp();
  provider = await signUp(t, { role: 'healthcare_provider' });
});
beforeEach(async () => {
  patient = await signUp(t);
  // Whatever was left over is not the next test's.
  await sql`delete from notifications`.execute(t.db);
  await sql`delete from jobs`.execute(t.db);
  await reachable(t, patient);
  visit = await addAppointment(t, patient, provider, 24 * 400 + visits++);
});
afterAll(() => t.close());

let visits = 0;
const actor = () => ({ ...patient, session_id: '', role: 'patient', grants: [], held_grants: [] }) as const;
const inTransaction = <T>(work: Parameters<ReturnType<TestApp['db']['transaction']>['execute']>[0]) =>
  t.db.transaction().execute(work) as Promise<T>;
const addNotification = (kind: NotificationKind, { version = 1, at = t.clock.now(), person = patient } = {}) =>
  inTransaction((tx) => notify(tx, person.user_id, { kind, appointment: { id: visit, version } }, t.clock.now(), at));
const messages = () => emailsTo(t, patient);
async function pushesWaiting() {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from jobs where kind = 'push' order by id`.execute(t.db);
  return rows.map(({ payload }) => payload);
}
async function notifications() {
  const { rows } = await sql<{ id: number; deliver_at: Date | null }>`
    select id, deliver_at from notifications order by id`.execute(t.db);
  return rows;
}
async function waitingUntil() {
  const rows = await notifications();
  return rows.map(({ deliver_at }) => deliver_at?.toISOString() ?? null);
}
async function addBrowser(person = patient) {
  const body = { endpoint: `https://fcm.googleapis.com/${Math.random()}`, keys: newBrowser().keys };
  const { body: added } = await t.call('POST /api/push-devices/', { as: person.access, body });
  return added.id as number;
}

test('what is due goes out by letter and to every device, once, when its time has come', async () => {
  const devices = [await addBrowser(), await addBrowser()];
  await addNotification('request_approved', { at: new Date(t.clock.now().getTime() + 10_000) });
  await deliverDue(t);
  expect([await messages(), await pushesWaiting()]).toEqual([[], []]);
  t.clock.move(10_000);
  await deliverDue(t);
  await deliverDue(t);
  expect(await messages()).toEqual(['Your request was approved']);
  const push = { title: 'Your request was approved', page: `/appointment/${visit}`, tag: `visit-${visit}` };
  const [{ id: notification } = { id: 0 }] = await notifications();
  expect(await pushesWaiting()).toEqual(devices.map((device) => ({ device, notification, push })));
  expect(await waitingUntil()).toEqual([null]);
});

test('several sweeps at once hand out each thing once', async () => {
  await addBrowser();
  for (let version = 1; version <= 60; version++) await addNotification('visit_cancelled', { version });
  await Promise.all(Array.from({ length: 4 }, () => deliverDue(t)));
  expect([(await messages()).length, (await pushesWaiting()).length]).toEqual([60, 60]);
});

test('a letter says when, with the zone, and not with whom nor what about', async () => {
  await sql`update appointments set starts_at = '2099-11-24T05:00Z', ends_at = '2099-11-24T05:30Z',
    held = tstzrange('2099-11-24T05:00Z', '2099-11-24T05:30Z') where id = ${visit}`.execute(t.db);
  await addNotification('request_approved');
  await deliverDue(t);
  const [message] = await sendEmails(t);
  expect(message?.subject).toBe('Your request was approved');
  expect(message?.text.trimEnd()).toBe(`One of your visits is confirmed: Tue, 24 Nov, 2099, 10:30 (India Standard Time).

Read more here:
${site}/appointment/${visit}

How you are told, and when not, you choose here:
${site}/notifications?view=settings`);
});

test('every kind has its words, without the name of anybody or what the visit is about', async () => {
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(notificationKinds).toSorted());
  for (const kind of Object.keys(notificationKinds) as NotificationKind[]) await addNotification(kind);
  await deliverDue(t);
  const sent = await sendEmails(t);
  expect(sent.map(({ subject }) => subject)).toEqual(
    Object.keys(notificationKinds).map((kind) => texts[kind as NotificationKind].title),
  );
  for (const { subject, text } of sent) expect(subject + text).not.toMatch(/Asha|Rao|cough|undefined|\{/i);
});

test('without a confirmed address no letter goes, and a way that was closed is not taken', async () => {
  await addBrowser();
  await sql`update users set email_verified_at = null where id = ${patient.user_id}`.execute(t.db);
  await addNotification('reminder');
  await deliverDue(t);
  expect([(await messages()).length, (await pushesWaiting()).length]).toEqual([0, 1]);
  await reachable(t, patient);
  await inTransaction((tx) => choose(tx, actor(), { topic: 'visits', in_app: true, email: false, push: true }));
  await inTransaction((tx) => choose(tx, actor(), { topic: 'reminders', in_app: true, email: true, push: false }));
  await addNotification('visit_cancelled');
  await addNotification('reminder');
  await deliverDue(t);
  expect([await messages(), (await pushesWaiting()).length]).toEqual([['A reminder of your visit'], 2]);
});

test('what was read in the app does not ring any more, but its letter goes', async () => {
  await addBrowser();
  await addNotification('visit_cancelled');
  await sql`update notifications set read_at = ${t.clock.now()}`.execute(t.db);
  await deliverDue(t);
  expect([(await messages()).length, (await pushesWaiting()).length]).toEqual([1, 0]);
});

test('a later state lets nothing of the earlier go out; the app still shows it', async () => {
  await addNotification('request_approved');
  await inTransaction((tx) => withhold(tx, visit));
  await addNotification('visit_cancelled', { version: 2 });
  await deliverDue(t);
  expect(await messages()).toEqual(['A visit was cancelled']);
  const { body } = await t.call('GET /api/notifications/', { as: patient.access });
  expect(body).toHaveLength(2);
});

test('what is taken back never goes out, and is gone once the pages were told', async () => {
  await addNotification('request_approved');
  await announceNew(t.services);
  await inTransaction((tx) => retract(tx, { id: visit, version: 1 }));
  await deliverDue(t);
  expect(await messages()).toEqual([]);
  await announceNew(t.services);
  expect(await waitingUntil()).toEqual([]);
});

test.each([
  ['cancelled', 30, 1],
  ['requested', 30, 1],
  ['approved', -1, 1],
  ['approved', 60, 0],
])('nobody is reminded of a visit that is %s, %d hours from now, in its version %d', async (status, hours, version) => {
  const other = await addAppointment(t, patient, provider, hours + visits++ / 100, status);
  const news = { kind: 'reminder', appointment: { id: other, version } } as const;
  await inTransaction((tx) => notify(tx, patient.user_id, news, t.clock.now()));
  await deliverDue(t);
  expect([await messages(), await waitingUntil()]).toEqual([[], [null]]);
});

describe('a letter that was held up', () => {
  const change = (to: string) => sql.raw(`update appointments set ${to} where id = ${visit}`).execute(t.db);
  const sooner = "- interval '800 days'";
  const begun = `starts_at = starts_at ${sooner}, ends_at = ends_at ${sooner},
    held = tstzrange(lower(held) ${sooner}, upper(held) ${sooner})`;
  const sent = async () => (await sendEmails(t)).map(({ subject }) => subject);
  const jobsLeft = async () => (await sql`select from jobs`.execute(t.db)).rows.length;

  test.each<[string, NotificationKind, string]>([
    ['a visit that was cancelled', 'reminder', "status = 'cancelled', version = 2"],
    ['a visit that has moved', 'request_approved', 'version = 2'],
    ['a visit that has begun', 'reminder', begun],
    ['an approval in vain', 'request_approved', begun],
    ['an offer that was taken in vain', 'offer_accepted', begun],
  ])('says nothing any more of %s', async (_name, kind, to) => {
    await addNotification(kind);
    await deliverDue(t);
    await change(to);
    expect([await sent(), await jobsLeft()]).toEqual([[], 0]);
  });

  test('says nothing any more of what was taken back, whether the pages were told or not', async () => {
    for (const told of [false, true]) {
      await addNotification('request_approved');
      await deliverDue(t);
      await inTransaction((tx) => retract(tx, { id: visit, version: 1 }));
      if (told) await announceNew(t.services);
      expect([await sent(), await jobsLeft()]).toEqual([[], 0]);
    }
  });

  test('still says what holds: a later state than others, an end, and what is told by letter alone', async () => {
    await inTransaction((tx) => choose(tx, actor(), { topic: 'reminders', in_app: false, email: true, push: false }));
    await addNotification('reminder');
    await deliverDue(t);
    expect(await sent()).toEqual(['A reminder of your visit']);
    await addNotification('visit_cancelled', { version: 2 });
    await deliverDue(t);
    await change(`status = 'cancelled', version = 2, ${begun}`);
    expect(await sent()).toEqual(['A visit was cancelled']);
  });
});

test.each<[NotificationKind, number]>([
  ['request_approved', 0],
  ['offer_accepted', 0],
  ['move_proposed', 0],
  ['move_approved', 0],
  ['visit_cancelled', 1],
])('%s of a visit that began in quiet hours: %d letters', async (kind, count) => {
  const begun = await addAppointment(t, patient, provider, -1000 - visits++);
  const news = { kind, appointment: { id: begun, version: 1 } };
  await inTransaction((tx) => notify(tx, patient.user_id, news, t.clock.now()));
  await deliverDue(t);
  expect([(await messages()).length, await waitingUntil()]).toEqual([count, [null]]);
});

test('what cannot be handed over holds up nothing else, and is tried again later', async () => {
  const now = t.clock.now();
  for (const _ of [1, 2, 3]) await addNotification('visit_cancelled');
  const bad = (await notifications())[1]?.id;
  await pastTriggers(
    t.db,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`,
    `create trigger refuse before insert on jobs for each row when (new.payload ->> 'notification' = '${bad}')
        execute function refuse()`,
  );
  const clock = { now: () => now };
  await expect(deliverDue({ db: t.db, clock })).rejects.toThrow('not this one');
  await deliverDue({ db: t.db, clock });
  expect(await messages()).toHaveLength(2);
  const later = new Date(now.getTime() + 60_000);
  expect(await waitingUntil()).toEqual([null, later.toISOString(), null]);
  await pastTriggers(t.db, 'drop trigger refuse on jobs', 'drop function refuse');
  await deliverDue({ db: t.db, clock: { now: () => later } });
  expect([(await messages()).length, await waitingUntil()]).toEqual([3, [null, null, null]]);
});

describe('quiet hours', () => {
  // What comes at a moment goes out at another, by the clocks of the zone.
  test.each([
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-24T15:00Z', undefined],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-24T16:30Z', '2026-11-25T01:30:00.000Z'],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-24T20:00Z', '2026-11-25T01:30:00.000Z'],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-25T01:29:59Z', '2026-11-25T01:30:00.000Z'],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-25T01:30Z', undefined],
    ['12:00', '14:00', 'Asia/Kolkata', '2026-11-24T07:00Z', '2026-11-24T08:30:00.000Z'],
    ['12:00', '14:00', 'Asia/Kolkata', '2026-11-24T09:00Z', undefined],
    // Clocks go forward in the night of 8 March 2026: 07:00 comes an hour sooner.
    ['22:00', '07:00', 'America/New_York', '2026-03-08T04:00Z', '2026-03-08T11:00:00.000Z'],
    ['22:00', '07:00', 'America/New_York', '2026-03-07T04:00Z', '2026-03-07T12:00:00.000Z'],
    // There is no 02:30 then: it ends when 03:30 is shown.
    ['22:00', '02:30', 'America/New_York', '2026-03-08T04:00Z', '2026-03-08T07:30:00.000Z'],
    // And back on 1 November: 07:00 comes an hour later, and 01:30 twice.
    ['22:00', '07:00', 'America/New_York', '2026-11-01T03:00Z', '2026-11-01T12:00:00.000Z'],
    ['22:00', '01:30', 'America/New_York', '2026-11-01T03:00Z', '2026-11-01T06:30:00.000Z'],
  ])('from %s to %s in %s: what comes at %s waits until %s', async (from, to, time_zone, now, until) => {
    await inTransaction((tx) => setQuietHours(tx, actor(), { from, to, time_zone }));
    const clock = { now: () => new Date(now), move() {} };
    await addNotification('visit_cancelled', { at: new Date(now) });
    await deliverDue({ db: t.db, clock });
    expect(await waitingUntil()).toEqual([until ?? null]);
    expect((await messages()).length).toBe(until === undefined ? 1 : 0);
    if (until === undefined) return;
    await deliverDue({ db: t.db, clock: { now: () => new Date(until) } });
    expect([(await messages()).length, await waitingUntil()]).toEqual([1, [null]]);
  });

  test('are the person’s own, and end when they are taken away', async () => {
    const at = new Date('2026-11-24T20:00Z');
    const clock = { now: () => at };
    await inTransaction((tx) =>
      setQuietHours(
        tx,
        { ...actor(), user_id: provider.user_id },
        { from: '22:00', to: '07:00', time_zone: 'Asia/Kolkata' },
      ),
    );
    await addNotification('visit_cancelled', { at });
    await addNotification('visit_cancelled', { at, person: provider });
    await deliverDue({ db: t.db, clock });
    expect(await waitingUntil()).toEqual([null, '2026-11-25T01:30:00.000Z']);
    await inTransaction((tx) => endQuietHours(tx, { ...actor(), user_id: provider.user_id }));
  });
});

test('the pages of a person are told of what is new or taken back, on every process, and nobody else’s', async ({
  onTestFinished,
}) => {
  const other = await t.otherProcess();
  const addresses = [
    await t.app.listen({ host: '127.0.0.1', port: 0 }),
    await other.app.listen({ host: '127.0.0.1', port: 0 }),
  ];
  const sweeps = [sweepNotifications(t.services), sweepNotifications(other.services)];
  const mine = await Promise.all(addresses.map((address) => openLiveClient(address, patient.access)));
  const theirs = await openLiveClient(addresses[0] as string, provider.access);
  onTestFinished(async () => {
    for (const client of [...mine, theirs]) client.close();
    await Promise.all(sweeps.map((sweep) => sweep.stop()));
    await other.close();
  });
  const eventsOf = (of: typeof theirs) => of.heard.filter(({ type }) => type === 'event');
  const told = { type: 'event', topic: `person:${patient.user_id}`, event: { kind: 'notifications' } };
  const times = async (count: number) =>
    await expect.poll(() => mine.map(eventsOf)).toEqual(mine.map(() => Array.from({ length: count }, () => told)));

  await addNotification('request_approved');
  await times(1);
  const { body: unread } = await t.call('GET /api/notifications/unread/', { as: patient.access });
  expect(unread).toEqual({ unread: 1 });
  await inTransaction((tx) => retract(tx, { id: visit, version: 1 }));
  await times(2);
  await addNotification('visit_cancelled', { version: 2 });
  await times(3);
  const { body } = await t.call('GET /api/notifications/', { as: patient.access });
  await t.call(`PUT /api/notifications/${body[0].id}/read/`, { as: patient.access });
  await times(4);
  expect(eventsOf(theirs)).toEqual([]);
});
