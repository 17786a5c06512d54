import { createPublicKey, verify } from 'node:crypto';
import type { NotificationKind } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { newBrowser, openPushReceiver } from '../../../test/servers/push-receiver.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { openLanguages } from '../../platform/languages/languages.ts';
import { openWeb } from '../../platform/web/web.ts';
import { notify } from './notifications.ts';
import { push, pushWork } from './push.ts';

type Receiver = Awaited<ReturnType<typeof openPushReceiver>>;

let t: TestApp;
let person: Person;
let visit = 0;
let receiver: Receiver;
let answers: Record<string, number>;
beforeAll(async () => {
  receiver = await openPushReceiver((path, response) => {
    const status = answers[path];
    if (status === 302) response.setHeader('location', `${receiver.origin}/elsewhere`);
    return status;
  });
  t = await testApp({ PUSH_SERVICES: receiver.origin, PUBLIC_URL: 'https://care.example.org' });
  person = await signUp(t);
  const provider = await signUp(t, { role: 'healthcare_provider' });
  visit = await addAppointment(t, person, provider, 48);
});
beforeEach(() => {
  answers = {};
});
afterEach(async () => {
  receiver.came.length = 0;
  await sql`delete from jobs`.execute(t.db);
  await sql`delete from push_devices`.execute(t.db);
});
afterAll(async () => {
  await t.close();
  await receiver.close();
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const content = { title: 'Your request was approved', page: '/appointment/7', tag: 'visit-7' };
const work = () => openJobs(t.db, pushWork(t), quiet).runDue();
async function subscribe(path: string) {
  const browser = newBrowser();
  const body = { endpoint: `${receiver.origin}${path}`, keys: browser.keys };
  const { status, body: device } = await t.call('POST /api/push-devices/', { as: person.access, body });
  expect(status).toBe(201);
  return { ...browser, id: device.id as number };
}
async function ring(kind: NotificationKind = 'visit_cancelled', title = content.title) {
  return await t.db.transaction().execute(async (tx) => {
    await notify(tx, person.user_id, { kind, appointment: { id: visit, version: 1 } }, t.clock.now());
    const { rows } = await sql<{ id: number }>`select max(id) as id from notifications`.execute(tx);
    await push(tx, person.user_id, rows[0]?.id as number, { ...content, title }, t.clock.now());
    return rows[0]?.id as number;
  });
}
async function startsIn(hours: number) {
  const [starts, ends] = [hours, hours + 1].map((from) => new Date(t.clock.now().getTime() + from * 3600_000));
  await sql`update appointments set starts_at = ${starts}, ends_at = ${ends}, held = tstzrange(${starts}, ${ends})
    where id = ${visit}`.execute(t.db);
}
const jobs = async () =>
  (
    await sql<{ last_error: string; dead: boolean }>`
      select last_error, dead_at is not null as dead from jobs where kind = 'push' order by id`.execute(t.db)
  ).rows;
const devices = async () => (await t.call('GET /api/push-devices/', { as: person.access })).body;

test('a push reaches each device so that only its browser can read it, and says who sends it', async () => {
  const browsers = [await subscribe('/one'), await subscribe('/two')];
  await ring();
  expect(await work()).toBe(2);
  expect(receiver.came.map(({ path }) => path)).toEqual(['/one', '/two']);
  for (const [at, { headers, sealed }] of receiver.came.entries()) {
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(sealed.toString('latin1')).not.toContain('approved');
    expect(browsers[at]?.open(sealed)).toEqual({ ...content, lang: 'en', dir: 'ltr' });
    expect(() => browsers[1 - at]?.open(sealed)).toThrow('unable to authenticate');
  }
  // RFC 8292: a signed token for this push service, and the key that browsers subscribed with.
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(receiver.came[0]?.headers.authorization)) ?? [];
  const { body: told } = await t.call('GET /api/push-key/', { as: person.access });
  expect(key).toBe(told.key);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(read).toMatchObject({ aud: receiver.origin, sub: 'https://care.example.org' });
  expect(read.exp).toBeGreaterThan(Date.now() / 1000);
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const genuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(genuine).toBe(true);
  expect(await jobs()).toEqual([]);
});

test('a push is in the language of whom it is for', async () => {
  const browser = await subscribe('/hindi');
  await sql`update users set language = 'hi' where id = ${person.user_id}`.execute(t.db);
  await ring();
  await openJobs(t.db, pushWork({ ...t, languages: openLanguages(await openWeb()) }), quiet).runDue();
  await sql`update users set language = null where id = ${person.user_id}`.execute(t.db);
  expect(browser.open(receiver.came[0]?.sealed as Buffer)).toEqual({
    ...content,
    title: 'आपका अनुरोध मंज़ूर हुआ',
    lang: 'hi',
    dir: 'ltr',
  });
});

test.each([404, 410])('a device of which the push service says %d is forgotten', async (status) => {
  answers = { '/gone': status };
  await subscribe('/gone');
  await subscribe('/here');
  await ring();
  await work();
  expect((await devices()).map(({ endpoint }: { endpoint: string }) => new URL(endpoint).pathname)).toEqual(['/here']);
  expect(await jobs()).toEqual([]);
});

test.each([
  [503, false],
  [429, false],
  [403, true],
  [413, true],
])('answered %d, it is tried again or given up', async (status, dead) => {
  answers = { '/busy': status };
  await subscribe('/busy');
  await ring();
  expect(await work()).toBe(1);
  expect(await jobs()).toEqual([{ last_error: String(status), dead }]);
  expect(await devices()).toHaveLength(1);
});

test('it is led nowhere else', async () => {
  answers = { '/moved': 302 };
  await subscribe('/moved');
  await ring();
  await work();
  expect(receiver.came.map(({ path }) => path)).toEqual(['/moved']);
  expect(await jobs()).toEqual([{ last_error: '302', dead: true }]);
});

test('a push service that says nothing is not waited for', async () => {
  answers = { '/silent': 0 };
  await subscribe('/silent');
  await ring();
  const began = performance.now();
  await work();
  expect(performance.now() - began).toBeLessThan(9000);
  expect(await jobs()).toEqual([{ last_error: 'timeout', dead: false }]);
});

test('to an address that is no push service’s any more, and to a device that is gone, nothing is sent', async () => {
  const { id } = await subscribe('/one');
  await sql`update push_devices set endpoint = 'http://127.0.0.1:1/one' where id = ${id}`.execute(t.db);
  await ring();
  await work();
  expect(await jobs()).toEqual([{ last_error: 'push_service', dead: true }]);
  await sql`delete from jobs`.execute(t.db);
  await ring();
  await t.call(`DELETE /api/push-devices/${id}/`, { as: person.access });
  expect(await work()).toBe(1);
  expect([receiver.came, await jobs()]).toEqual([[], []]);
});

test('pushes reach a device in the order of what was told, also where the first has to be tried again', async () => {
  answers = { '/one': 503 };
  const browser = await subscribe('/one');
  await ring('visit_cancelled', 'first');
  await work();
  answers = {};
  receiver.came.length = 0;
  await ring('visit_cancelled', 'second');
  expect(await work()).toBe(0);
  await sql`update jobs set due_at = now()`.execute(t.db);
  expect(await work()).toBe(2);
  expect(receiver.came.map(({ sealed }) => browser.open(sealed))).toMatchObject([
    { title: 'first' },
    { title: 'second' },
  ]);
});

test.each<[NotificationKind, number, string]>([
  ['reminder', 2, '7200'],
  ['request_approved', 48, '86400'],
  ['visit_cancelled', 2, '86400'],
])('%s of a visit in %d hours is kept for a device that is off for %s seconds', async (kind, hours, ttl) => {
  await subscribe('/one');
  await startsIn(hours);
  await ring(kind);
  await work();
  expect(receiver.came[0]?.headers).toMatchObject({ ttl });
});

test.each([
  ['the visit has begun', () => startsIn(-1)],
  ['it was taken back', (id: number) => sql`delete from notifications where id = ${id}`.execute(t.db)],
  ['it was read', (id: number) => sql`update notifications set read_at = created_at where id = ${id}`.execute(t.db)],
])('it does not ring any more where %s', async (_name, change) => {
  await subscribe('/one');
  await startsIn(2);
  const id = await ring('reminder');
  await change(id);
  expect(await work()).toBe(1);
  expect([receiver.came, await jobs()]).toEqual([[], []]);
});
