import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { searchTextOf } from '../../platform/search/search.ts';
import { renewSearchTexts } from './search-texts.ts';

let t: TestApp;
const idOf = new Map<string, number>();

const found = async (q: string, path = '/providers/') => {
  const { status, body } = await t.call(`GET ${path}?q=${encodeURIComponent(q)}`);
  return status === 200 ? body.map(({ name }: { name: string }) => name) : status;
};

beforeAll(async () => {
  t = await testApp();
  for (const { id, name } of (await t.call('GET /speciality/?limit=200')).body) idOf.set(name, id);
  const people: [name: string, speciality: string, city: string, address: string][] = [
    ['Dr. Anjali Rao', 'Cardiology', 'Bengaluru', '42 Kasturba Cross'],
    ['Dr. Anju Mehta', 'Dermatology', 'Mumbai', '9 Hill Road'],
    ['Dr. Raoul Duval', 'Neurology', 'Puducherry', '3 Rue Dumas'],
    ['Dr. José Núñez', 'Paediatrics', 'Panaji', '1 Church Square'],
    ["Dr. Siobhán O'Brien", 'Radiology', 'Kolkata', '7 Park Street'],
    ['Dr. अनुराधा जोशी', 'Gynaecology and obstetrics', 'Varanasi', 'आशा क्लिनिक'],
    ['Dr. Uma Venkatesan', 'Pathology', 'Noida', 'Sector 18'],
    ['Dr. Uma Venkatesh', 'Pathology', 'Noida', 'Sector 18'],
    ['Dr. Hari 100% Das', 'Orthopaedics', 'Patna', '5_A Boring Road'],
  ];
  for (const [name, speciality, city, address] of people) {
    const { access } = await signUp(t, { role: 'unknown' });
    const form = {
      name,
      city,
      address,
      phone: '+91 80 0000 0100',
      experience: 5,
      fees: 500,
      education: 'MBBS',
      about: 'A test.',
    };
    await t.call('POST /register/provider/', { as: access, body: { ...form, speciality: [idOf.get(speciality)] } });
  }
}, 60_000);
afterAll(() => t.close());

describe('a search for a provider', () => {
  const anjali = 'Dr. Anjali Rao';
  const anju = 'Dr. Anju Mehta';
  const hindi = 'Dr. अनुराधा जोशी';
  const cases: [what: string, q: string, names: string[]][] = [
    ['the name', 'Anjali Rao', [anjali]],
    ['the name the other way round', 'rao anjali', [anjali]],
    ['a beginning', 'anj', [anjali, anju]],
    ['one letter, of a name, an illness or a picture', 'm', [anju, 'Dr. Raoul Duval', "Dr. Siobhán O'Brien"]],
    ['two letters', 'nu', ['Dr. José Núñez']],
    ['whole words before beginnings', 'rao', [anjali, 'Dr. Raoul Duval']],
    ['a missing letter', 'Anjli', [anjali]],
    ['a wrong letter', 'Mehts', [anju]],
    ['swapped letters', 'Metha', [anju]],
    ['a typing error in one word of two', 'anjli rao', [anjali]],
    ['one word right and one mistyped', 'venkatesh pathlogy', ['Dr. Uma Venkatesh', 'Dr. Uma Venkatesan']],
    ['the speciality', 'cardiology', [anjali]],
    ['the speciality, mistyped', 'cardiolgy', [anjali]],
    ['the speciality, unfinished and mistyped', 'dermatlog', [anju]],
    ['what the profession is called', 'cardiologist', [anjali]],
    ['what the trouble is', 'skin', [anju]],
    ['the part of the body in Hindi', 'हृदय', [anjali]],
    ['a Hindi word with its dot', 'जोड़', ['Dr. Hari 100% Das']],
    ['a Hindi word with its dot left out', 'जोड', ['Dr. Hari 100% Das']],
    ['a Hindi name', 'जोशी', [hindi]],
    ['a Hindi name, mistyped', 'अनुराध', [hindi]],
    ['the city', 'mumbai', [anju]],
    ["the city's old name, mistyped", 'bangalor', [anjali]],
    ["the city's name in Hindi", 'मुंबई', [anju]],
    ['speciality and city', 'heart bangalore', [anjali]],
    ['the address', 'kasturba', [anjali]],
    ['without the accents', 'jose nunez', ['Dr. José Núñez']],
    ['with other accents', 'JOSÈ', ['Dr. José Núñez']],
    ['without the apostrophe', 'obrien', ["Dr. Siobhán O'Brien"]],
    ['with a typographic apostrophe', 'O’Brien', ["Dr. Siobhán O'Brien"]],
    ['a per cent sign alone', '%', []],
    ['an underscore alone', '_', []],
    ['a wildcard in a word', 'a%i', []],
    ['what means something to a regular expression', '.*', []],
    ['an unclosed group', 'anjali (', [anjali]],
    ['a backslash', 'anjali\\', [anjali]],
    ['a character that cannot be stored', 'anjali\0', [anjali]],
    ['words that nobody has', 'xylophone quartz', []],
    ["what is left, where one word is nobody's", 'anjali xylophone', [anjali]],
  ];
  test.each(cases)('finds by %s: %s', async (_what, q, names) => {
    expect(await found(q)).toEqual(names);
  });

  test('an empty one is the whole list', async () => {
    expect(await found('')).toHaveLength(9);
    expect(await found('   ')).toHaveLength(9);
  });

  test('of one speciality stays in it', async () => {
    const path = `/providers/speciality/${idOf.get('Cardiology')}/`;
    expect(await found('anj', path)).toEqual([anjali]);
    expect(await found('mehta', path)).toEqual([]);
  });

  test('may have a hundred letters and many words, not more', async () => {
    expect(await found('anjali rao '.repeat(9))).toEqual([anjali]);
    const { status, body } = await t.call(`GET /providers/?q=${'a'.repeat(101)}`);
    expect([status, body.errors[0].field]).toEqual([400, 'q']);
  });

  test('is paged without a gap or a double, whole words first', async () => {
    const names: string[] = [];
    let next: string | undefined = '/providers/?q=rao&limit=1';
    while (next !== undefined) {
      const { body, headers } = await t.call(`GET ${next}`);
      names.push(...body.map(({ name }: { name: string }) => name));
      next = /^<(.+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
    }
    expect(names).toEqual([anjali, 'Dr. Raoul Duval']);
  });

  test('is paged where it was mistyped, the nearest first', async () => {
    const first = await t.call('GET /providers/?q=venkatess&limit=1');
    expect(first.body).toMatchObject([{ name: 'Dr. Uma Venkatesh' }]);
    const second = await t.call(`GET ${/<(.+)>/.exec(first.headers.link ?? '')?.[1]}`);
    expect(second.body).toMatchObject([{ name: 'Dr. Uma Venkatesan' }]);
    expect(second.headers.link).toBeUndefined();
  });
});

test.each([
  ['dermatlogy', ['Dermatology']],
  ['हृदय', ['Cardiology']],
  ['sugar', ['Endocrinology']],
  ['dentist', ['Dentistry']],
])('a search for a speciality finds by %s', async (q, names) => {
  expect(await found(q, '/speciality/')).toEqual(names);
});

test('the search texts of the reference data are folded as the application folds', async () => {
  const { rows } = await sql<{ name: string; also_called: string; search: string; name_key: string }>`
    select name, also_called, search, name_key from specialities`.execute(t.db);
  for (const { name, also_called, search, name_key } of rows) {
    expect([name_key, search]).toEqual([searchTextOf(name).trim(), searchTextOf(name, also_called)]);
  }
});

test("a speciality's new name is found after its providers' search texts were renewed", async () => {
  const id = idOf.get('Neurology') as number;
  await asOwner(t.db, `update specialities set search = ' brainology ' where id = ${id}`);
  await t.db.transaction().execute(async (tx) => await renewSearchTexts(tx, { speciality: id }));
  expect(await found('brainology')).toEqual(['Dr. Raoul Duval']);
  const { rows } = await sql<{ search: string }>`select search from providers where name = 'Dr. Raoul Duval'`.execute(
    t.db,
  );
  expect(rows[0]?.search).not.toContain('neurology');
});
