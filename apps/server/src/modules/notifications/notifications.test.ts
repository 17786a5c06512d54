import { notificationTopics } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { reachable } from '../../../test/fixtures/claims.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { newBrowser } from '../../../test/servers/push-receiver.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { notify, retract } from './notifications.ts';
import { push } from './push.ts';

let t: TestApp;
let [patient, provider, stranger] = [] as unknown as [Person, Person, Person];
let visit = 0;
beforeAll(async () => {
  t = await testApp();
  patient = await signUp(t, { name: 'Kavya Menon' });
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Rohan Sethi' });
  stranger = await signUp(t);
  visit = await addAppointment(t, patient, provider, 48);
});
afterAll(() => t.close());

const addNotification = (person: Person, kind: Parameters<typeof notify>[2]['kind'], version = 1) =>
  t.db
    .transaction()
    .execute((tx) => notify(tx, person.user_id, { kind, appointment: { id: visit, version } }, t.clock.now()));
const as = async (person: Person | undefined, line: string, body?: unknown) => {
  const answer = await t.call(line, { as: person?.access, body });
  return answer.status < 300 ? answer.body : [answer.status, answer.body.code, answer.body.errors?.[0]?.field];
};
const listOf = (person: Person, query = '') => as(person, `GET /api/notifications/${query}`);
const unreadOf = async (person: Person) => (await as(person, 'GET /api/notifications/unread/')).unread;

test('both people of a visit read what they were told, newest first, with the name of the other', async () => {
  await addNotification(provider, 'request_received');
  await addNotification(patient, 'request_approved', 2);
  await addNotification(patient, 'reminder', 2);
  const startsAt = new Date(t.clock.now().getTime() + 48 * 3600_000).toISOString();
  const about = { id: visit, appointment_datetime: startsAt, time_zone: 'Asia/Kolkata' };
  const at = t.clock.now().toISOString();
  expect(await listOf(provider)).toEqual([
    {
      id: expect.any(Number),
      kind: 'request_received',
      created_at: at,
      read_at: null,
      appointment: { ...about, with: 'Kavya Menon', kind: null },
    },
  ]);
  const own = await listOf(patient);
  expect(own.map(({ kind }: { kind: string }) => kind)).toEqual(['reminder', 'request_approved']);
  expect(own[0].appointment).toEqual({ ...about, with: 'Dr. Rohan Sethi', kind: null });
  expect(await listOf(stranger)).toEqual([]);
  expect(await as(undefined, 'GET /api/notifications/')).toEqual([401, 'not_signed_in', undefined]);
});

test('what is told of a visit of others says nothing of them', async () => {
  await addNotification(stranger, 'visit_cancelled');
  expect(await listOf(stranger)).toMatchObject([{ kind: 'visit_cancelled', appointment: null }]);
});

test('a list goes on in pages, and its cursor is good for nobody else', async () => {
  const first = await t.call('GET /api/notifications/?limit=1', { as: patient.access });
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] as string;
  const second = await t.call(`GET ${next}`, { as: patient.access });
  expect([...first.body, ...second.body]).toEqual(await listOf(patient));
  expect(second.headers.link).toBeUndefined();
  expect(await as(provider, `GET ${next}`)).toEqual([400, 'invalid_input', 'cursor']);
});

test('one or all are read, by their own person alone, and not what came later', async () => {
  const [newest, older] = await listOf(patient);
  expect(await unreadOf(patient)).toBe(2);
  const read = (person: Person | undefined, id: number | string) =>
    t.call(`PUT /api/notifications/${id}/read/`, { as: person?.access });
  const [theirs, missing] = [await read(stranger, older.id), await read(stranger, 999_999_999_999)];
  expect([theirs.status, theirs.text]).toEqual([404, missing.text]);
  expect((await read(undefined, older.id)).status).toBe(401);
  expect((await read(patient, 'x')).body.errors[0].field).toBe('notification_id');
  expect((await read(patient, older.id)).body).toEqual({ unread: 1 });
  const when = t.clock.now().toISOString();
  t.clock.move(1000);
  expect((await read(patient, older.id)).body).toEqual({ unread: 1 });
  t.clock.move(-1000);
  expect((await listOf(patient)).find(({ id }: { id: number }) => id === older.id).read_at).toBe(when);
  await addNotification(patient, 'visit_cancelled', 3);
  expect(await as(patient, 'PUT /api/notifications/read/', { up_to: newest.id })).toEqual({ unread: 1 });
  expect(await as(patient, 'PUT /api/notifications/read/', {})).toEqual([400, 'invalid_input', 'up_to']);
  expect(await unreadOf(stranger)).toBe(1);
});

test('what is taken back is neither listed nor counted nor read', async () => {
  const [newest] = await listOf(patient);
  await t.db.transaction().execute((tx) => retract(tx, { id: visit, version: 3 }));
  expect((await listOf(patient)).map(({ id }: { id: number }) => id)).not.toContain(newest.id);
  expect(await unreadOf(patient)).toBe(0);
  expect(await as(patient, `PUT /api/notifications/${newest.id}/read/`)).toEqual([404, 'not_found', undefined]);
});

test('of more than a hundred nobody counts the rest', async () => {
  const reader = await signUp(t);
  await sql`insert into notifications (user_id, kind, appointment_id, version, created_at)
    select ${reader.user_id}::integer, 'reminder', ${visit}::integer, 1, ${t.clock.now()}::timestamptz
    from generate_series(1, 130)`.execute(t.db);
  expect(await unreadOf(reader)).toBe(100);
});

test('each topic has its ways, and what happens to visits always stands in the app', async () => {
  const open = (topic: string) => ({ topic, in_app: true, email: true, push: true });
  const before = await as(patient, 'GET /api/notification-choices/');
  expect(before).toEqual({ topics: notificationTopics.map(open), quiet_hours: null, email_confirmed: false });
  const choose = (body: object) => as(patient, 'PUT /api/notification-choices/', body);
  const silent = { topic: 'reminders', in_app: false, email: false, push: true };
  expect(await choose(silent)).toEqual({});
  expect(await choose({ ...silent, topic: 'visits' })).toEqual([400, 'invalid_input', 'in_app']);
  expect(await choose({ ...silent, topic: 'weather' })).toEqual([400, 'invalid_input', 'topic']);
  expect(await choose({ topic: 'visits', in_app: true, email: 1, push: true })).toEqual([
    400,
    'invalid_input',
    'email',
  ]);
  expect((await t.call('PUT /api/notification-choices/', { body: silent })).status).toBe(401);
  await reachable(t, patient);
  const after = await as(patient, 'GET /api/notification-choices/');
  expect(after.topics).toEqual(notificationTopics.map((topic) => (topic === 'reminders' ? silent : open(topic))));
  expect(after.email_confirmed).toBe(true);
  expect((await as(provider, 'GET /api/notification-choices/')).topics).toEqual(before.topics);

  const shown = (await listOf(patient)).length;
  await addNotification(patient, 'reminder', 4);
  expect((await listOf(patient)).length).toBe(shown);
  await addNotification(provider, 'reminder', 4);
  expect((await listOf(provider))[0].kind).toBe('reminder');
});

test('quiet hours are set, changed and ended', async () => {
  const set = (body: object) => as(patient, 'PUT /api/quiet-hours/', body);
  const night = { from: '22:00', to: '07:00', time_zone: 'Asia/Kolkata' };
  const now = async () => (await as(patient, 'GET /api/notification-choices/')).quiet_hours;
  expect(await set(night)).toEqual({});
  expect(await now()).toEqual(night);
  expect(await set({ ...night, to: '06:30', time_zone: 'America/New_York' })).toEqual({});
  expect(await now()).toEqual({ from: '22:00', to: '06:30', time_zone: 'America/New_York' });
  expect(await set({ ...night, from: '24:00' })).toEqual([400, 'invalid_input', 'from']);
  expect(await set({ ...night, to: '22:00' })).toEqual([400, 'invalid_input', 'to']);
  expect(await set({ ...night, time_zone: 'Mars/Base' })).toEqual([400, 'invalid_input', 'time_zone']);
  // Known to the platform under this spelling, but to no database.
  expect(await set({ ...night, time_zone: 'asia/kolkata' })).toEqual([400, 'invalid_input', 'time_zone']);
  expect((await as(provider, 'GET /api/notification-choices/')).quiet_hours).toBeNull();
  expect(await as(patient, 'DELETE /api/quiet-hours/')).toEqual({});
  expect(await now()).toBeNull();
  expect((await t.call('DELETE /api/quiet-hours/')).status).toBe(401);
});

test('a browser is added for its session, belongs to who is signed in there, and is removed by them alone', async () => {
  const { keys } = newBrowser();
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
  const add = (person: Person | undefined, more: object = {}) =>
    as(person, 'POST /api/push-devices/', { endpoint, keys, ...more });
  const devices = (person: Person) => as(person, 'GET /api/push-devices/');
  expect(await add(undefined)).toEqual([401, 'not_signed_in', undefined]);
  const added = await add(patient);
  expect(added).toMatchObject({ endpoint, added_at: t.clock.now().toISOString() });
  expect((await add(patient)).id).toBe(added.id);
  expect(await devices(patient)).toEqual([added]);
  expect(await add(patient, { keys: { ...keys, auth: 'short' } })).toEqual([400, 'invalid_input', 'keys.auth']);
  const noPoint = `B${'A'.repeat(86)}`;
  expect(await add(patient, { keys: { ...keys, p256dh: noPoint } })).toEqual([400, 'invalid_input', 'keys.p256dh']);

  const remove = (person: Person, id: number) => t.call(`DELETE /api/push-devices/${id}/`, { as: person.access });
  const theirs = await remove(stranger, added.id);
  expect([theirs.status, theirs.text]).toEqual([404, (await remove(stranger, 2_000_000_000)).text]);
  // On one browser one person after the other signs in.
  expect((await add(stranger)).id).toBe(added.id);
  expect(await devices(patient)).toEqual([]);
  expect((await remove(stranger, added.id)).status).toBe(200);
  expect(await devices(stranger)).toEqual([]);
});

test('the session over, its browser gets nothing more', async () => {
  const { access, refresh, ...leaver } = await signUp(t);
  const { keys } = newBrowser();
  const body = { endpoint: 'https://web.push.apple.com/xyz', keys };
  expect((await t.call('POST /api/push-devices/', { as: access, body })).status).toBe(201);
  await t.call('POST /logout/', { body: { refresh_token: refresh } });
  const again = await t.call('POST /token/', { body: { username: leaver.username, password: leaver.password } });
  const there = () => t.call('GET /api/push-devices/', { as: again.body.access });
  expect((await there()).body).toEqual([]);
  await t.call('POST /api/push-devices/', { as: again.body.access, body });
  expect((await there()).body).toHaveLength(1);
  await t.call('POST /logout/', { body: { refresh_token: again.body.refresh } });
  await sql`delete from sessions where user_id = ${leaver.user_id}`.execute(t.db);
  const { rows } = await sql`select from push_devices where user_id = ${leaver.user_id}`.execute(t.db);
  expect(rows).toEqual([]);
});

test('a disabled account gets nothing more on any device', async () => {
  const person = await signUp(t);
  const body = { endpoint: 'https://web.push.apple.com/disabled', keys: newBrowser().keys };
  await t.call('POST /api/push-devices/', { as: person.access, body });
  const rung = async () => {
    await t.db
      .transaction()
      .execute((tx) => push(tx, person.user_id, 1, { title: 'A', page: '/', tag: 'a' }, t.clock.now()));
    const { rows } = await sql`select from jobs where kind = 'push'`.execute(t.db);
    return rows.length;
  };
  expect(await rung()).toBe(1);
  await sql`update users set disabled_at = ${t.clock.now()} where id = ${person.user_id}`.execute(t.db);
  expect(await rung()).toBe(1);
});

test.each([
  'http://fcm.googleapis.com/a',
  'https://fcm.googleapis.com:8443/a',
  'https://fcm.googleapis.com@127.0.0.1/a',
  'https://user@fcm.googleapis.com/a',
  'https://fcm.googleapis.com.evil.example/a',
  'https://evil-notify.windows.com.example/a',
  'https://a.b.notify.windows.com/a',
  'https://notify.windows.com/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'nothing',
  '',
])('%j is no push service', async (endpoint) => {
  const { keys } = newBrowser();
  expect(await as(patient, 'POST /api/push-devices/', { endpoint, keys })).toEqual([400, 'invalid_input', 'endpoint']);
});

test('the key with which browsers subscribe is a point of the curve, the same for all and at all times', async () => {
  const { key } = await as(patient, 'GET /api/push-key/');
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  expect(await as(provider, 'GET /api/push-key/')).toEqual({ key });
});
