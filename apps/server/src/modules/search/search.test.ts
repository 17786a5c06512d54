import type { Found } from '@carecommons/contract/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
let author: Person;
let moderator: Person;
const articles: Record<string, number> = {};

async function made(line: string, body: object): Promise<number> {
  const answer = await t.call(line, { as: author.access, body });
  if (answer.status !== 201) throw new Error(answer.text);
  t.clock.move(1000);
  return answer.body.id ?? answer.body.prob_id;
}

beforeAll(async () => {
  t = await testApp();
  author = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Kavita Iyer' });
  moderator = await signUp(t, { grants: ['moderator'] });
  for (const [title, content] of [
    ['Headphones and the ear', 'How loud is *too* loud.'],
    ['Sleeping in summer', 'A cool room, and [water](https://example.org/) beside the bed.'],
    ['Café crème', 'What coffee does at night. Sleeping is not it.'],
  ] as const)
    articles[title] = await made('POST /apis/blogs/create/', { title, content });
  await made('POST /apis/help-center/create/', { problem: 'How loud are headphones?' });
  await made('POST /apis/help-center/create/', { problem: `Which pillow for my head? ${'zzz '.repeat(60)}` });
}, 60_000);
afterAll(() => t.close());

async function find(q: string, more = ''): Promise<Found> {
  const { status, body } = await t.call(`GET /search/?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return body;
}
const nothing = { providers: [], specialities: [], articles: [], questions: [] };

test('one search finds of every kind', async () => {
  expect(await find('cardiology')).toMatchObject({ specialities: [{ name: 'Cardiology' }] });
  expect(await find('kavita')).toMatchObject({ providers: [{ name: 'Dr. Kavita Iyer' }] });
  expect(await find('headphones')).toEqual({
    ...nothing,
    articles: [{ id: articles['Headphones and the ear'], title: 'Headphones and the ear', author: 'Dr. Kavita Iyer' }],
    questions: [{ id: expect.any(Number), problem: 'How loud are headphones?', comment_count: 0 }],
  });
});

test.each([
  ['a word of the title', 'headphones', ['Headphones and the ear']],
  ['a word of the text, the newest first', 'sleeping', ['Café crème', 'Sleeping in summer']],
  ['a part of a word', 'summ', ['Sleeping in summer']],
  ['two words in any order', 'bed water', ['Sleeping in summer']],
  ['without accents', 'cafe creme', ['Café crème']],
  ['a missing letter', 'hedphones', ['Headphones and the ear']],
  ['swapped letters beside a right word', 'slepeing summer', ['Sleeping in summer']],
  ['a wildcard', '%', []],
  ['what nobody wrote', 'xylophone', []],
  ['the address of a link', 'example.org', []],
])('finds articles by %s: %s', async (_what, q, titles) => {
  expect((await find(q)).articles.map(({ title }) => title)).toEqual(titles);
});

test('a mistyped word is forgiven in every kind', async () => {
  expect((await find('cardiolgy')).specialities).toMatchObject([{ name: 'Cardiology' }]);
  expect((await find('kavitha')).providers).toMatchObject([{ name: 'Dr. Kavita Iyer' }]);
  expect((await find('hedphones')).questions).toMatchObject([{ problem: 'How loud are headphones?' }]);
});

test('what is spelt as it stands in an article is no typing error among the questions', async () => {
  await made('POST /apis/help-center/create/', { problem: 'Which pool is clean?' });
  expect((await find('pol')).questions).toMatchObject([{ problem: 'Which pool is clean?' }]);
  expect(await find('cool')).toMatchObject({ articles: [{ title: 'Sleeping in summer' }], questions: [] });
});

test('a long question comes as it begins, and a limit holds for each kind', async () => {
  const [{ problem } = { problem: '' }] = (await find('pillow')).questions;
  expect(problem).toMatch(/^Which pillow for my head\? zzz .*z…$/);
  expect(problem.length).toBeLessThanOrEqual(160);
  expect((await find('sleeping', '&limit=1')).articles).toHaveLength(1);
});

test('nothing is found by nothing, and a search has its limits', async () => {
  for (const q of ['', '  ', '!?']) expect(await find(q)).toEqual(nothing);
  expect((await t.call('GET /search/')).body).toEqual(nothing);
  for (const wrong of [`q=${'a'.repeat(101)}`, 'limit=0', 'limit=21', 'kind=users'])
    expect((await t.call(`GET /search/?${wrong}`)).status).toBe(400);
});

test('what is hidden, deleted or not listed is found by nobody, at once', async () => {
  const words = 'zebra crossing';
  const article = await made('POST /apis/blogs/create/', { title: words, content: 'Look twice.' });
  const question = await made('POST /apis/help-center/create/', { problem: words });
  await sql`update providers set search = search || 'zebra ' where user_id = ${author.user_id}`.execute(t.db);
  const counts = async (as: Person | undefined) => {
    const { body } = await t.call('GET /search/?q=zebra', as === undefined ? {} : { as: as.access });
    return [body.articles.length, body.questions.length, body.providers.length];
  };
  expect(await counts(undefined)).toEqual([1, 1, 1]);

  for (const [kind, id] of [
    ['blog', article],
    ['question', question],
  ]) {
    const body = { kind, id, reason: 'Not about health.' };
    expect((await t.call('POST /apis/moderation/hide/', { as: moderator.access, body })).status).toBe(200);
  }
  await sql`update providers set listed = false where user_id = ${author.user_id}`.execute(t.db);
  for (const person of [undefined, author, moderator]) expect(await counts(person)).toEqual([0, 0, 0]);
  await sql`update providers set listed = true where user_id = ${author.user_id}`.execute(t.db);

  const deleted = articles['Headphones and the ear'];
  await t.call(`DELETE /apis/blogs/${deleted}/`, { as: author.access });
  expect((await find('headphones')).articles).toEqual([]);
});

test('an article is found by what it says now', async () => {
  const id = articles['Sleeping in summer'];
  await t.call(`PATCH /apis/blogs/${id}/`, { as: author.access, body: { title: 'Resting in autumn' } });
  expect((await find('autumn')).articles).toMatchObject([{ id }]);
  expect((await find('water')).articles).toMatchObject([{ id }]);
  expect((await find('summer')).articles).toEqual([]);
  await t.call(`PATCH /apis/blogs/${id}/`, { as: author.access, body: { content: 'Under an umbrella.' } });
  expect((await find('umbrela autumn')).articles).toMatchObject([{ id }]);
  expect((await find('water')).articles).toEqual([]);
});
