import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { good, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails } from '../../../test/fixtures/emails.ts';
import { openWeb } from '../../platform/web/web.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({}, await openWeb());
});
afterAll(() => t.close());

const known = async ({ user_id }: Pick<Person, 'user_id'>) =>
  (await sql<{ language: string | null }>`select language from users where id = ${user_id}`.execute(t.db)).rows[0]
    ?.language;
const load = (person: Person, headers: Record<string, string>) =>
  good(t, 'GET /check/', { as: person.access, headers });

const [inHindi, inEnglish] = ['अपने ईमेल पते की पुष्टि करें', 'Confirm your email address'];
let newcomers = 0;

test.each([
  ['chose Hindi', { cookie: 'theme=dark; language=hi' }, 'hi', inHindi],
  ['chose Hindi in an English browser', { cookie: 'language=hi', 'accept-language': 'en-IN' }, 'hi', inHindi],
  ['has a Hindi browser', { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }, 'hi', inHindi],
  ['chose English in a Hindi browser', { cookie: 'language=en', 'accept-language': 'hi-IN' }, 'en', inEnglish],
  ['has an English browser', { 'accept-language': 'en-IN' }, null, inEnglish],
  ['asks for a language that there is not', { cookie: 'language=xx', 'accept-language': 'fr' }, null, inEnglish],
  ['asks for the made-up language of tests', { cookie: 'language=ar-XB' }, null, inEnglish],
  ['says nothing', {}, null, inEnglish],
] as const)('who %s is greeted so', async (_, headers, language, subject) => {
  const username = `newcomer-${newcomers++}`;
  const body = { username, email: `${username}@example.org`, password: 'seven grey herons' };
  const { id } = await good(t, 'POST /register/user/', { body, headers });
  expect(await known({ user_id: id })).toBe(language);
  expect(await sendEmails(t)).toMatchObject([{ to: body.email, subject }]);
});

test('a choice is known as soon as a page is loaded after it, and holds until the next', async () => {
  const person = await signUp(t);
  const steps: [Record<string, string>, string | null][] = [
    [{ 'accept-language': 'en-IN' }, null],
    [{ 'accept-language': 'hi-IN' }, 'hi'],
    // Another browser asks for English, and nobody chose it.
    [{ 'accept-language': 'en-IN' }, 'hi'],
    [{ cookie: 'language=en' }, 'en'],
    [{ 'accept-language': 'hi-IN' }, 'en'],
    [{ cookie: 'language=hi', 'accept-language': 'en-IN' }, 'hi'],
    [{ cookie: 'language=ar-XB' }, 'hi'],
    [{ cookie: 'language=__proto__' }, 'hi'],
  ];
  for (const [headers, language] of steps) {
    await load(person, headers);
    expect([headers, await known(person)]).toEqual([headers, language]);
  }
});

test('it is told to nobody else, and changed for nobody else', async () => {
  const [one, other] = [await signUp(t), await signUp(t)];
  await load(one, { cookie: 'language=hi' });
  expect([await known(one), await known(other)]).toEqual(['hi', null]);
  expect((await t.call('GET /check/', { headers: { cookie: 'language=hi' } })).status).toBe(401);
});
