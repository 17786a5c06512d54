import type { Provider } from '@carecommons/contract/providers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { publishHours, scheduleWith } from '../../../test/fixtures/schedules.ts';

let t: TestApp;
let heart: number;
let skin: number;
const doctors = new Map<string, Person>();

async function arrive(name: string, profile: object) {
  const person = await signUp(t, { role: 'unknown' });
  const form = { phone: '+91 80 0000 0100', experience: 5, education: 'MBBS', about: 'A test.', name, ...profile };
  const { status, text } = await t.call('POST /register/provider/', { as: person.access, body: form });
  if (status !== 200) throw new Error(text);
  doctors.set(name, person);
}

beforeAll(async () => {
  t = await testApp();
  // Noon in India: shortly before midnight nobody has time left today.
  const [day, noon] = [24 * 3_600_000, 6.5 * 3_600_000];
  t.clock.move(day + noon - (t.clock.now().getTime() % day));
  const { body } = await t.call('GET /speciality/?limit=200');
  const idOf = (name: string) => body.find((one: { name: string }) => one.name === name).id as number;
  [heart, skin] = [idOf('Cardiology'), idOf('Dermatology')];
  const [pune, mumbai] = [
    { city: 'Pune', address: '4 Lake Road' },
    { city: null, address: '9 Hill Road, Bombay' },
  ];
  await arrive('Asha', { ...pune, fees: 500, languages: ['English', 'Hindi'], gender: 'woman', speciality: [heart] });
  await arrive('Bela', { ...mumbai, fees: 900, languages: ['हिन्दी'], gender: 'man', speciality: [heart] });
  await arrive('Chand', { ...pune, fees: 1500, languages: ['marathi'], gender: 'woman', speciality: [skin] });
  await arrive('Dev Pune', { ...mumbai, fees: 0, languages: [], speciality: [skin] });
  // Asha has time every day, Bela from the day after tomorrow on, Chand never; Dev says nothing of it.
  await publishHours(t, doctors.get('Asha') as Person, scheduleWith(['00:00-24:00'], { notice_minutes: 0 }));
  await publishHours(t, doctors.get('Bela') as Person, scheduleWith(['09:00-17:00'], { notice_minutes: 2880 }));
  await publishHours(t, doctors.get('Chand') as Person, scheduleWith([]));
}, 60_000);
afterAll(() => t.close());

async function found(search: Record<string, string | number>) {
  const query = new URLSearchParams(
    Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { status, body } = await t.call(`GET /providers/?${query.toString()}`);
  return status === 200 ? body.map(({ name }: Provider) => name) : [status, body.errors[0].field];
}

const cases: [what: string, search: () => Record<string, string | number>, names: unknown][] = [
  ['nothing', () => ({}), ['Asha', 'Bela', 'Chand', 'Dev Pune']],
  ['a speciality', () => ({ speciality: heart }), ['Asha', 'Bela']],
  ['a speciality that is none', () => ({ speciality: 999_999 }), []],
  ['a fee', () => ({ max_fee: 900 }), ['Asha', 'Bela', 'Dev Pune']],
  ['no fee', () => ({ max_fee: 0 }), ['Dev Pune']],
  ['a language', () => ({ language: 'English' }), ['Asha']],
  ['a language by its other name', () => ({ language: 'hindi' }), ['Asha', 'Bela']],
  ['a language in its own script', () => ({ language: 'मराठी' }), ['Chand']],
  ['a language that nobody speaks', () => ({ language: 'Klingon' }), []],
  ['a gender', () => ({ gender: 'woman' }), ['Asha', 'Chand']],
  ['a gender and a speciality', () => ({ gender: 'woman', speciality: heart }), ['Asha']],
  ['a gender beside words', () => ({ gender: 'man', q: 'mumbai' }), ['Bela']],
  ['a place, not a name', () => ({ place: 'pune' }), ['Asha', 'Chand']],
  ['a place by its other name', () => ({ place: 'Mumbai' }), ['Bela', 'Dev Pune']],
  ['a mistyped place', () => ({ place: 'Mumbay' }), ['Bela', 'Dev Pune']],
  ['a street', () => ({ place: 'lake' }), ['Asha', 'Chand']],
  ['what is no place', () => ({ place: 'Cardiology' }), []],
  ['what has no words', () => ({ place: '!?' }), []],
  ['time today', () => ({ free_within: 1 }), ['Asha']],
  ['time within four days', () => ({ free_within: 4 }), ['Asha', 'Bela']],
  ['words and a place', () => ({ q: 'cardiolgy', place: 'pune' }), ['Asha']],
  ['empty ones', () => ({ q: '', place: '', language: '' }), ['Asha', 'Bela', 'Chand', 'Dev Pune']],
  [
    'all at once',
    () => ({ q: 'a', speciality: heart, max_fee: 600, language: 'Hindi', place: 'Pune', free_within: 7 }),
    ['Asha'],
  ],
  ['a fee that is none', () => ({ max_fee: 'cheap' }), [400, 'max_fee']],
  ['less than today', () => ({ free_within: 0 }), [400, 'free_within']],
  ['longer than is looked ahead', () => ({ free_within: 29 }), [400, 'free_within']],
  ['a gender that is none of the choices', () => ({ gender: 'lady' }), [400, 'gender']],
  ['a speciality without a number', () => ({ speciality: 'heart' }), [400, 'speciality']],
  ['a language of too many letters', () => ({ language: 'x'.repeat(41) }), [400, 'language']],
];
test.each(cases)('the directory narrowed by %s', async (_what, search, names) => {
  expect(await found(search())).toEqual(names);
});

test('who is not listed is found by no filter', async () => {
  const { user_id } = doctors.get('Asha') as Person;
  await sql`update providers set listed = false where user_id = ${user_id}`.execute(t.db);
  for (const search of [{ language: 'English' }, { place: 'Pune' }, { free_within: 1 }, { max_fee: 600 }])
    expect(await found({ ...search, limit: 17 })).not.toContain('Asha');
  await sql`update providers set listed = true where user_id = ${user_id}`.execute(t.db);
});

test.each(['place=pune', 'free_within=7', 'max_fee=900', 'place=mumbay&language=hindi'])(
  'the pages of %s give each once, and their cursor is good for them alone',
  async (search) => {
    const whole = await t.call(`GET /providers/?${search}`);
    const seen: string[] = [];
    let next: string | undefined = `/providers/?${search}&limit=1`;
    while (next !== undefined) {
      const { body, headers } = await t.call(`GET ${next}`);
      seen.push(...body.map(({ name }: Provider) => name));
      next = /^<(.+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
      if (next === undefined) continue;
      const cursor = new URL(next, 'http://server').searchParams.get('cursor');
      expect((await t.call(`GET /providers/?max_fee=77&cursor=${cursor}`)).status).toBe(400);
    }
    expect(seen).toEqual(whole.body.map(({ name }: Provider) => name));
    expect(seen.length).toBeGreaterThan(0);
  },
);
