import { createPublicKey, verify } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Person, signUp } from '../../../test/factories.ts';
import { newBrowser, openPushReceiver } from '../../../test/push-receiver.ts';
import { openJobs } from '../../core/jobs.ts';
import { push, pushWork } from './push.ts';

type Receiver = Awaited<ReturnType<typeof openPushReceiver>>;

let t: TestApp;
let person: Person;
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
const ring = () => t.db.transaction().execute((tx) => push(tx, person.user_id, content, t.clock.now()));
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
    expect(browsers[at]?.open(sealed)).toEqual(content);
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
