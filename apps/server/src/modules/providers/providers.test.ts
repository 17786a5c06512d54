import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { providerTexts, verifyProvider } from './providers.ts';

let t: TestApp;
const people: Record<string, Person> = {};

const form = {
  name: 'Dr. Test Person',
  experience: 7,
  education: 'MBBS',
  phone: '+91 80 0000 0100',
  address: '1 Test Road',
  fees: 600,
  about: 'Sees people who test.',
  speciality: [1, 3],
};
const asSeen = {
  ...form,
  speciality: ['Cardiology', 'General medicine'],
  city: null,
  languages: [],
  gender: null,
  time_zone: 'Asia/Kolkata',
  registration_number: null,
  council: null,
  verified: false,
  photo: null,
};
const save = (person: Person | undefined, body: object) =>
  t.call('POST /register/provider/', { as: person?.access, body });
const own = async (person: Person) => (await t.call('GET /register/provider/', { as: person.access })).body;

beforeAll(async () => {
  t = await testApp();
  people.unknown = await signUp(t, { role: 'unknown' });
  people.patient = await signUp(t, { role: 'patient' });
  people.provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

describe('the directory', () => {
  test.each(['signed out', 'unknown', 'patient', 'provider'])('is open to one who is %s', async (who) => {
    const as = people[who]?.access;
    const { user_id } = people.provider as Person;
    for (const path of ['/providers/', '/providers/speciality/29/', `/providers/${user_id}/`]) {
      const { status, body } = await t.call(`GET ${path}`, { as });
      expect(status, path).toBe(200);
      expect(
        body.find(({ user }: { user: number }) => user === user_id),
        path,
      ).toMatchObject({ fees: 800, city: null });
    }
  });

  test('lists at least 28 specialities, each with a sentence', async () => {
    const { body } = await t.call('GET /speciality/?limit=200');
    expect(body.length).toBeGreaterThanOrEqual(28);
    for (const one of body) {
      expect(Object.keys(one)).toEqual(['id', 'name', 'desc']);
      expect(one.desc).toMatch(/^[A-Z].{30,}\.$/);
    }
  });

  test.each(['/providers/2147483647/', '/providers/speciality/2147483647/', '/providers/?q=nobodyatall'])(
    'answers an empty list at %s',
    async (path) => {
      expect(await t.call(`GET ${path}`)).toMatchObject({ status: 200, body: [] });
    },
  );

  test.each([
    ['/providers/0/', 'provider_id'],
    ['/providers/2147483648/', 'provider_id'],
    ['/providers/one/', 'provider_id'],
    ['/providers/speciality/heart/', 'speciality_id'],
    ['/providers/1/?page=2', 'page'],
    ...['/providers/', '/providers/speciality/3/', '/speciality/'].flatMap((path) => [
      [`${path}?limit=0`, 'limit'],
      [`${path}?limit=201`, 'limit'],
      [`${path}?limit=ten`, 'limit'],
      [`${path}?page=2`, 'page'],
      [`${path}?cursor=abc`, 'cursor'],
      [`${path}?q=a&q=b`, 'q'],
    ]),
  ])('answers 400 at %s naming %s', async (path, field) => {
    const { status, body } = await t.call(`GET ${path}`);
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });
});

describe('the provider form', () => {
  test('is for those who are signed in', async () => {
    expect((await save(undefined, form)).status).toBe(401);
    expect((await t.call('GET /register/provider/')).status).toBe(401);
  });

  test.each(['unknown', 'patient'] as const)(
    'makes a provider of one who is %s, at once and everywhere',
    async (role) => {
      const person = await signUp(t, { role });
      expect(await own(person)).toEqual([]);
      expect((await t.call(`GET /providers/${person.user_id}/`)).body).toEqual([]);

      const { status, body } = await save(person, form);
      expect([status, body]).toEqual([200, { user: person.user_id, ...asSeen, role: 'healthcare_provider' }]);
      expect((await t.call(`GET /providers/${person.user_id}/`)).body).toEqual([{ user: person.user_id, ...asSeen }]);
      expect((await t.call('GET /check/', { as: person.access })).body.role).toBe('healthcare_provider');
      expect(await own(person)).toEqual([{ user: person.user_id, ...asSeen, speciality: [1, 3] }]);
      const { rows } = await sql`
      select listed, verified_at, name_key, search like '% cardiologist %' as found from providers
      where user_id = ${person.user_id}`.execute(t.db);
      expect(rows).toEqual([{ listed: true, verified_at: null, name_key: 'dr test person', found: true }]);
    },
  );

  test('takes every field, numbers as decimal strings too, and what is given twice once', async () => {
    const person = await signUp(t, { role: 'unknown' });
    const all = {
      city: ' Leh ',
      languages: ['English', 'Ladakhi', 'English'],
      gender: 'woman',
      time_zone: 'Asia/Kathmandu',
      registration_number: 'X/1',
      council: 'A council',
    };
    await save(person, { ...form, experience: ' 7 ', fees: '0', speciality: ['3', 1, 3], ...all });
    const expected = {
      ...asSeen,
      user: person.user_id,
      fees: 0,
      ...all,
      city: 'Leh',
      languages: ['English', 'Ladakhi'],
    };
    expect(await own(person)).toEqual([{ ...expected, speciality: [1, 3] }]);
  });

  test('sent again replaces what it names, clears what is empty, and keeps what it leaves out', async () => {
    const person = await signUp(t, { role: 'unknown' });
    await save(person, {
      ...form,
      city: 'Leh',
      languages: ['Ladakhi'],
      gender: 'man',
      council: 'A council',
      time_zone: 'Asia/Kathmandu',
    });
    const { body } = await save(person, { ...form, name: 'Dr. Élan Vital', speciality: [2], city: '' });
    expect(body).toMatchObject({
      name: 'Dr. Élan Vital',
      speciality: ['Family medicine'],
      city: null,
      council: 'A council',
    });
    expect(body).toMatchObject({ languages: ['Ladakhi'], gender: 'man', time_zone: 'Asia/Kathmandu' });
    expect(
      (await save(person, { ...form, languages: null, gender: '', time_zone: null, council: null })).body,
    ).toMatchObject(asSeen);

    const names = async (path: string) => (await t.call(`GET ${path}`)).body.map(({ user }: { user: number }) => user);
    expect(await names('/providers/?q=elan')).not.toContain(person.user_id);
    expect(await names('/providers/speciality/2/')).not.toContain(person.user_id);
    expect(await names('/providers/speciality/3/')).toContain(person.user_id);
  });

  test('shows in lists that were just read', async () => {
    const person = await signUp(t, { role: 'unknown' });
    const paths = [
      '/providers/?limit=200',
      '/providers/speciality/3/?limit=200',
      '/providers/?q=freshly',
      `/providers/${person.user_id}/`,
    ];
    for (const name of ['Freshly Made', 'Freshly Renamed']) {
      await Promise.all(paths.map((path) => t.call(`GET ${path}`)));
      await save(person, { ...form, name });
      for (const path of paths) {
        const { body } = await t.call(`GET ${path}`);
        expect(body.find(({ user }: { user: number }) => user === person.user_id)?.name, path).toBe(name);
      }
    }
  });

  const { name: _name, ...nameless } = form;
  test.each<[string, object, string]>([
    ['no name', nameless, 'name'],
    ['a blank name', { ...form, name: '  ' }, 'name'],
    ['a name of 121 letters', { ...form, name: 'a'.repeat(121) }, 'name'],
    ['no experience', { ...form, experience: undefined }, 'experience'],
    ['half a year', { ...form, experience: 0.5 }, 'experience'],
    ['81 years', { ...form, experience: 81 }, 'experience'],
    ['no education', { ...form, education: '' }, 'education'],
    ['no phone', { ...form, phone: '' }, 'phone'],
    ['a phone of letters', { ...form, phone: 'ring me' }, 'phone'],
    ['no address', { ...form, address: null }, 'address'],
    ['no fee', { ...form, fees: '' }, 'fees'],
    ['a fee below zero', { ...form, fees: -1 }, 'fees'],
    ['a fee above a million', { ...form, fees: 1_000_001 }, 'fees'],
    ['a fee in words', { ...form, fees: '12e2' }, 'fees'],
    ['nothing about', { ...form, about: ' ' }, 'about'],
    ['no speciality', { ...form, speciality: [] }, 'speciality'],
    ['specialities that are no list', { ...form, speciality: 3 }, 'speciality'],
    ['a speciality that is no id', { ...form, speciality: [3, 'heart'] }, 'speciality.1'],
    ['an unknown speciality', { ...form, speciality: [3, 999_999] }, 'speciality'],
    ['21 specialities', { ...form, speciality: Array.from({ length: 21 }, (_, at) => at + 1) }, 'speciality'],
    ['a city of 101 letters', { ...form, city: 'a'.repeat(101) }, 'city'],
    ['languages that are no list', { ...form, languages: 'Hindi' }, 'languages'],
    ['a blank language', { ...form, languages: ['Hindi', ' '] }, 'languages.1'],
    ['a gender that the form has not', { ...form, gender: 'lady' }, 'gender'],
    ['an unknown time zone', { ...form, time_zone: 'Asia/Nowhere' }, 'time_zone'],
    ['a time zone that is an offset', { ...form, time_zone: '+05:30' }, 'time_zone'],
    ['a long registration number', { ...form, registration_number: '1'.repeat(65) }, 'registration_number'],
    ['a long council', { ...form, council: 'a'.repeat(121) }, 'council'],
    ['a character that cannot be stored', { ...form, about: 'a\0b' }, 'about'],
    ['half a character', { ...form, city: '\ud83d' }, 'city'],
    ['a verification by oneself', { ...form, verified: true }, 'verified'],
    ['another person', { ...form, user: 1 }, 'user'],
  ])('with %s is refused naming the field, and changes nothing', async (_what, body, field) => {
    const answer = await save(people.unknown, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(answer.body.errors[0].message).toMatch(/^[A-Z].+\.$/);
    expect((await t.call('GET /check/', { as: people.unknown?.access })).body.role).toBe('unknown');
  });

  const checked = { registration_number: 'K/1', council: 'A council' };
  test.each([
    [{ registration_number: 'K/2' }, { ...checked, registration_number: 'K/2' }],
    [{ council: 'Another council' }, { ...checked, council: 'Another council' }],
    [{ registration_number: '' }, { ...checked, registration_number: null }],
    [{ name: 'Dr. Devi Prasad Shetty' }, { name: 'Dr. Devi Prasad Shetty' }],
    [{ education: 'MBBS, MD, DM' }, { education: 'MBBS, MD, DM' }],
    [{ speciality: [3] }, {}],
    [{ speciality: [7, 3, 4] }, {}],
  ])('with %j takes the badge away everywhere, until it is changed back', async (change, saved) => {
    const person = await signUp(t, { role: 'unknown' });
    const before = { ...form, ...checked, speciality: [3, 7], name: `Dr. Test ${person.username}` };
    const list = async (query: string) =>
      (await t.call(`GET ${query}`)).body.find(({ user }: { user: number }) => user === person.user_id);
    const shown = async () => {
      const q = encodeURIComponent((await own(person))[0].name);
      const found = [
        await list(`/providers/${person.user_id}/`),
        await list(`/providers/?limit=200`),
        await list(`/providers/speciality/3/?limit=200`),
        await list(`/providers/?q=${q}`),
      ];
      return found.map(({ verified, registration_number: number, council }) => [verified, number, council]);
    };
    const everywhere = (seen: unknown) => Array.from({ length: 4 }, () => seen);
    await save(person, before);
    // A number that nobody has checked is nobody else's to read.
    expect(await shown()).toEqual(everywhere([false, null, null]));
    await t.db.transaction().execute(async (tx) => await verifyProvider(tx, person.user_id, t.config, t.clock.now()));
    providerTexts.clear();
    expect(await shown()).toEqual(everywhere([true, 'K/1', 'A council']));
    expect((await save(person, { ...before, fees: 1, about: 'More.' })).body).toMatchObject({
      verified: true,
      ...checked,
    });
    expect((await save(person, { ...before, ...change })).body).toMatchObject({ verified: false, ...saved });
    expect(await own(person)).toMatchObject([{ verified: false, ...saved }]);
    expect(await shown()).toEqual(everywhere([false, null, null]));
    expect((await save(person, before)).body).toMatchObject({ verified: true, ...checked });
    expect(await shown()).toEqual(everywhere([true, 'K/1', 'A council']));
    await sql`
      update providers set verified_at = null, verified_until = null, verified_profile = null
      where user_id = ${person.user_id}`.execute(t.db);
  });

  test('sent twenty times at once leaves one whole profile', async () => {
    const person = await signUp(t, { role: 'unknown' });
    const sent = Array.from({ length: 20 }, (_, at) => ({ ...form, fees: at, speciality: [1 + (at % 5), 7] }));
    const answers = await Promise.all(sent.map((body) => save(person, body)));
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    const [{ fees, speciality }] = await own(person);
    expect(speciality).toEqual(sent[fees]?.speciality);
  });
});
