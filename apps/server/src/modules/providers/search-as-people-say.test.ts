import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { type TestApp, testApp } from '../../../test/servers/app.ts';

let t: TestApp;
const idOf = new Map<string, number>();

const people: [
  name: string,
  speciality: string,
  city: string,
  languages: string[],
  verified: boolean,
  gender?: string,
][] = [
  ['Anjali Rao', 'Cardiology', 'Bengaluru', ['English', 'Kannada'], true, 'woman'],
  // His address has the word "doctor" in it.
  ['Ruwan Jayasinghe', 'Cardiology', 'Colombo', ['English', 'Sinhala'], false, 'man'],
  ['Rohan Deshpande', 'Dermatology', 'Pune', ['English', 'Marathi'], true, 'man'],
  ['Meenakshi Subramaniam', 'Paediatrics', 'Chennai', ['English', 'Tamil'], true],
  ['Sharmila Banerjee', 'Gynaecology and obstetrics', 'Kolkata', ['English', 'Bengali'], true, 'woman'],
  ['Farhan Qureshi', 'Orthopaedics', 'Hyderabad', ['English', 'Telugu'], true],
  ['Priya Venkatesh', 'Endocrinology', 'Chennai', ['English', 'Tamil'], true],
  ['Imran Sheikh', 'Gastroenterology', 'Ahmedabad', ['Gujarati'], true],
  ['Joseph Kurian', 'Urology', 'Kochi', ['Malayalam'], false],
  ['Nikhil Hegde', 'Dentistry', 'Mangaluru', ['Kannada'], true, 'man'],
  ['Pooja Sinha', 'Dentistry', 'Patna', ['Hindi'], false, 'woman'],
  ['Lakshmi Nair', 'Ophthalmology', 'Kochi', ['Malayalam'], true],
];

async function found(q: string, more = ''): Promise<string[]> {
  const { body } = await t.call(`GET /providers/?q=${encodeURIComponent(q)}${more}`);
  return body.map(({ name }: { name: string }) => name);
}

beforeAll(async () => {
  t = await testApp();
  for (const { id, name } of (await t.call('GET /speciality/?limit=200')).body) idOf.set(name, id);
  for (const [name, speciality, city, languages, verified, gender] of people) {
    const person: Person = await signUp(t, { role: 'unknown' });
    const body = {
      name,
      city,
      languages,
      gender,
      address: name.startsWith('Ruwan') ? 'Doctor House, 7 Galle Road' : '1 Clinic Lane',
      phone: '+91 80 0000 0100',
      experience: 5,
      fees: 500,
      education: 'MBBS',
      about: 'A test.',
      registration_number: `R ${name}`,
      council: 'Test council',
      speciality: [idOf.get(speciality)],
    };
    const { status, text } = await t.call('POST /register/provider/', { as: person.access, body });
    if (status !== 200) throw new Error(text);
    if (verified)
      await asOwner(
        t.db,
        `update providers p set verified_at = now(), verified_until = now() + interval '1 year',
           verified_profile = claimed_profile(p) where user_id = ${person.user_id}`,
      );
  }
}, 60_000);
afterAll(() => t.close());

const heart = ['Anjali Rao', 'Ruwan Jayasinghe'];
const teeth = ['Nikhil Hegde', 'Pooja Sinha'];

describe('a search as people say it', () => {
  const cases: [q: string, names: string[]][] = [
    ['skin doctor in Pune', ['Rohan Deshpande']],
    ['skin doctor', ['Rohan Deshpande']],
    ['skin specialist', ['Rohan Deshpande']],
    ['doctor in pune', ['Rohan Deshpande']],
    ['dermatologist in pune', ['Rohan Deshpande']],
    ['best cardiologist in bengaluru', ['Anjali Rao']],
    ['heart doctor', heart],
    ['दिल का डॉक्टर', heart],
    ['dil ka doctor', heart],
    ['dentist near me', teeth],
    ['बच्चों का डॉक्टर', ['Meenakshi Subramaniam']],
    ['बच्चों', ['Meenakshi Subramaniam']],
    ['बाल रोग विशेषज्ञ', ['Meenakshi Subramaniam']],
    ['औरतों का डॉक्टर', ['Sharmila Banerjee']],
    ['lady doctor', ['Sharmila Banerjee']],
    ['period pain', ['Sharmila Banerjee']],
    ['sugar ka doctor', ['Priya Venkatesh']],
    ['knee pain', ['Farhan Qureshi']],
    ['back pain', ['Farhan Qureshi']],
    ['stomach ache', ['Imran Sheikh']],
    ['hair fall', ['Rohan Deshpande']],
    ['kidney stone', ['Joseph Kurian']],
    ['आँख', ['Lakshmi Nair']],
    ['आंख', ['Lakshmi Nair']],
  ];
  test.each(cases)('finds by “%s”', async (q, names) => {
    expect(await found(q)).toEqual(names);
  });

  test.each([
    ['a spelling of the same sound', 'ghutnon mein dard', ['Farhan Qureshi']],
    ['a mistyped filler', 'skin doctr in pune', ['Rohan Deshpande']],
    ['a mistyped word of no profile', 'tootache', teeth],
    ['a language', 'kannada speaking dentist', ['Nikhil Hegde']],
    ['a language that nobody of the field speaks', 'odia speaking dentist', teeth],
    ['a city by its other name', 'dentist mangalore', ['Nikhil Hegde']],
    ['a name beside what is meant', 'dentist pooja', ['Pooja Sinha']],
    ['a word that nobody has', 'very wobbly dentist', teeth],
    ['a name before a field that is not theirs', 'pooja cardiologist', ['Pooja Sinha']],
  ])('forgives and knows %s: %s', async (_what, q, names) => {
    expect((await found(q)).toSorted()).toEqual(names.toSorted());
  });

  test.each([
    ['lady dentist', ['Pooja Sinha']],
    ['female dentist', ['Pooja Sinha']],
    ['mahila dentist', ['Pooja Sinha']],
    ['महिला दांत डॉक्टर', ['Pooja Sinha']],
    ['lady doctor for teeth in patna', ['Pooja Sinha']],
    ['male dentist', ['Nikhil Hegde']],
    ['dentist female', ['Pooja Sinha']],
    ['लेडी दिल का डॉक्टर', ['Anjali Rao']],
    ['lady doctor in Bengaluru', ['Sharmila Banerjee']],
    ['lady gynaecologist', ['Sharmila Banerjee']],
    ['महिला डॉक्टर', ['Sharmila Banerjee']],
    ['male doctor', ['Nikhil Hegde', 'Rohan Deshpande', 'Ruwan Jayasinghe']],
    ['purush doctor in pune', ['Rohan Deshpande']],
    ['lady dentist in patna', ['Pooja Sinha']],
    // Nobody matches all of it: what is left out is the gender, and where somebody speaks the language, the language stays.
    ['lady dermatologist in pune', ['Rohan Deshpande']],
    ['female bone doctor', ['Farhan Qureshi']],
    ['female kannada speaking dentist', ['Nikhil Hegde']],
    ['lady dentist in mangalore', ['Nikhil Hegde']],
    // Of these the gender is the patient's.
    ['heart disease in women', heart],
    ['mahila rog', ['Sharmila Banerjee']],
  ])('sees who is rather wished for in “%s”', async (q, names) => {
    expect(await found(q)).toEqual(names);
  });

  test('finds the field elsewhere where nobody is in the place, the near ones first', async () => {
    expect(await found('dentist in Bengaluru')).toEqual(teeth);
    // Mysuru is 130 km from Bengaluru, Colombo is not.
    expect(await found('cardiologist in Mysuru')).toEqual(heart);
    expect(await found('cardiologist in Colombo')).toEqual(['Ruwan Jayasinghe']);
  });

  test('is paged without a gap or a double, the verified first', async () => {
    const names: string[] = [];
    let next: string | undefined = '/providers/?q=dentist+near+me&limit=1';
    while (next !== undefined) {
      const { body, headers } = await t.call(`GET ${next}`);
      names.push(...body.map(({ name }: { name: string }) => name));
      next = /^<(.+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
    }
    expect(names).toEqual(teeth);
  });

  test('stays within the filters', async () => {
    expect(await found('tooth pain', '&place=Patna')).toEqual(['Pooja Sinha']);
    expect(await found('tooth pain', '&place=Delhi')).toEqual([]);
    expect(await found('दांत दर्द', `&speciality=${idOf.get('Dentistry')}`)).toEqual(teeth);
    expect(await found('दांत दर्द', `&speciality=${idOf.get('Cardiology')}`)).toEqual([]);
  });

  test('finds anybody where nobody says a gender', async () => {
    await asOwner(t.db, 'update providers set gender = null');
    expect((await found('male doctor please')).length).toBe(people.length);
  });
});
