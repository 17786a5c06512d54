import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, testApp, type TestApp } from '../../../test/servers/app.ts';
import { logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { primaryAlone } from '../db/db.ts';

let t: TestApp;
let author: Person;
let publicReads = 0;

beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'http://care.example.org' }, undefined, undefined, (db) => ({
    ...primaryAlone(db),
    read(work) {
      publicReads += 1;
      return work(db);
    },
  }));
  author = await signUp(t);
});
afterAll(() => t.close());
beforeEach(() => {
  publicReads = 0;
});

const write = (call = t.call) =>
  call('POST /apis/help-center/create/', { as: author.access, body: { problem: 'Why?' } });
const cookieOf = ({ headers }: Answer) => headers['set-cookie']?.split(';')[0] ?? '';
/** How often the list of somebody's free times, which nothing keeps, was read as everybody's. */
async function readsAsEverybody(headers: Record<string, string>, call = t.call) {
  publicReads = 0;
  expect((await call('GET /api/next-times/?providers=1', { headers })).status).toBe(200);
  return publicReads;
}

test('the answer to a write carries a cookie that says when, for five seconds and this site alone', async () => {
  const { headers } = await write();
  expect(headers['set-cookie']).toMatch(
    /^just_wrote=[\da-z]+\.[\w-]{22}; Max-Age=5; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(headers['cache-control']).toBe('no-store');
});

test('whoever has it reads past the replica and what is kept, on every process', async () => {
  const cookie = cookieOf(await write());
  expect(await readsAsEverybody({})).toBe(1);
  expect(await readsAsEverybody({ cookie })).toBe(0);
  expect(await readsAsEverybody({ cookie: `theme=dark; ${cookie}; language=en` })).toBe(0);
  const other = await t.otherProcess();
  expect(await readsAsEverybody({ cookie }, other.call)).toBe(0);
  await other.close();
  publicReads = 0;
  await t.call('GET /apis/help-center/?q=why', { headers: { cookie } });
  expect(publicReads).toBe(0);
});

test('nobody makes one, and none lasts', async () => {
  const cookie = cookieOf(await write());
  const [moment = '', signature = ''] = cookie.replace('just_wrote=', '').split('.');
  const later = (Number.parseInt(moment, 36) + 5000).toString(36);
  for (const made of [`${later}.${signature}`, `${moment}.${'A'.repeat(22)}`, moment, '', `${moment}.${signature}A`])
    expect([made, await readsAsEverybody({ cookie: `just_wrote=${made}` })]).toEqual([made, 1]);
  t.clock.move(10_001);
  expect(await readsAsEverybody({ cookie })).toBe(1);
});

test('without cookies it is the session that counts, where it wrote', async () => {
  await write();
  const other = await logInAgain(t, author);
  expect(await readsAsEverybody({ authorization: `Bearer ${author.access}` })).toBe(0);
  expect(await readsAsEverybody({ authorization: `Bearer ${other.access}` })).toBe(1);
});

test.each([
  ['a read', 'GET /current-user/', {}],
  ['a public list', 'GET /apis/blogs/', {}],
  ['a write that is refused', 'POST /apis/help-center/create/', { body: { problem: '' } }],
  ['a login that fails', 'POST /token/', { body: { username: 'nobody', password: 'wrong words here' } }],
])('%s sets none', async (_, line, options) => {
  const { headers } = await t.call(line, { as: author.access, ...options });
  expect(headers['set-cookie']).toBeUndefined();
});

test('over https it is sent over nothing else, and bound to this host by its name', async ({ onTestFinished }) => {
  const secure = await testApp({ PUBLIC_URL: 'https://care.example.org' });
  onTestFinished(() => secure.close());
  const writer = await signUp(secure);
  const body = { problem: 'Why?' };
  const { headers } = await secure.call('POST /apis/help-center/create/', { as: writer.access, body });
  expect(headers['set-cookie']).toMatch(
    /^__Host-just_wrote=[^;]+; Max-Age=5; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(
    secure.services.readYourWrites.saysCookie({
      headers: { cookie: `theme=dark; ${cookieOf({ headers } as Answer)}` },
    }),
  ).toBe(true);
});

test('who has become somebody through one process is that to another at once', async ({ onTestFinished }) => {
  const other = await t.otherProcess();
  onTestFinished(() => other.close());
  const person = await signUp(t, { role: 'unknown' });
  const roleAt = async (headers: Record<string, string> = {}) =>
    (await other.call('GET /check/', { as: person.access, headers })).body.role;
  expect(await roleAt()).toBe('unknown');
  const profile = { name: 'Asha', about: 'Runs.', phone: '+91 98765 43210' };
  expect((await t.call('POST /register/user/basic/', { as: person.access, body: profile })).status).toBe(200);
  expect(await roleAt()).toBe('patient');

  const { rows } = await sql<{ id: number }>`select id from specialities limit 1`.execute(t.db);
  const more = { experience: 9, education: 'MBBS', address: '1 Test Road', fees: 500, speciality: [rows[0]?.id] };
  const body = { ...profile, ...more };
  const saved = await t.call('POST /register/provider/', { as: person.access, body });
  expect(saved.status).toBe(200);
  expect(await roleAt({ cookie: cookieOf(saved) })).toBe('healthcare_provider');
});
