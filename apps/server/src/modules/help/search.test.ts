import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
let person: Person;
beforeAll(async () => {
  t = await testApp();
  person = await signUp(t);
  for (const problem of Object.values(questions)) {
    await t.call('POST /apis/help-center/create/', { as: person.access, body: { problem } });
    t.clock.move(1000);
  }
});
afterAll(() => t.close());

const questions = {
  headache: 'My headache comes back every afternoon. What did you change?',
  water: 'How much water do you drink on a hot day?',
  hindi: 'क्या रात में हल्दी वाला दूध पीने से नींद अच्छी आती है? सिरदर्द भी है।',
  vaccine: "Where does one get a child's vaccination card (100% filled in) replaced?",
  head: 'A pillow for the head and neck: which one, after an afternoon nap in the day?',
};

const found = async (q: string) => {
  const { status, body } = await t.call(`GET /apis/help-center/?q=${encodeURIComponent(q)}`);
  return status === 200 ? body.map(({ problem }: { problem: string }) => problem) : status;
};

test.each([
  ['a word', 'pillow', ['head']],
  ['a part of a word', 'ache', ['headache']],
  ['the newest first', 'head', ['head', 'headache']],
  ['two words in any order', 'day water', ['water']],
  ['other capitals', 'VACCINATION', ['vaccine']],
  ['without the apostrophe', 'childs', ['vaccine']],
  ['a short beginning of a word', 'pi', ['head']],
  ['a short word with a long one', 'a day', ['head', 'water']],
  ['a sentence out of it', 'hot day?', ['water']],
  ['a missing letter', 'vacination', ['vaccine']],
  ['swapped letters and a right word', 'hadeache afternoon', ['headache']],
  ['Hindi', 'हल्दी', ['hindi']],
  ['Hindi, a part of a word', 'दर्द', ['hindi']],
  ['Hindi, mistyped', 'सिरदरद', ['hindi']],
  ['a wildcard', '%', []],
  ['an underscore', '_', []],
  ['what nobody asked', 'xylophone', []],
  ['what nobody asked beside a word', 'pillow xylophone', []],
  ['two letters that are nowhere', 'zq', []],
] as [string, string, (keyof typeof questions)[]][])('finds by %s: %s', async (_what, q, names) => {
  expect(await found(q)).toEqual(names.map((name) => questions[name]));
});

test('an empty search is the whole list', async () => {
  expect(await found('')).toHaveLength(5);
  expect(await found('  ')).toHaveLength(5);
});

test('a search may have a hundred letters and many words, not more', async () => {
  expect(await found('water day '.repeat(10))).toEqual([questions.water]);
  expect(await found('a'.repeat(101))).toBe(400);
});

test.each(['', 'day', 'aftrnoon'])('the list of %j comes in pages without a gap or a double', async (q) => {
  const whole = await found(q);
  const seen = [];
  let next: string | undefined = `/apis/help-center/?limit=1&q=${q}`;
  while (next !== undefined) {
    const { body, headers } = await t.call(`GET ${next}`);
    seen.push(...body.map(({ problem }: { problem: string }) => problem));
    next = /^<(.+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
  }
  expect(seen).toEqual(whole);
  expect(whole.length).toBeGreaterThan(1);
});

test('a word that was changed is found by, and the old one no more', async () => {
  const body = { problem: 'Do you sleep better with an umbrella pillow?' };
  const asked = await t.call('POST /apis/help-center/create/', { as: person.access, body });
  expect(await found('umbrella')).toEqual([body.problem]);
  const edited = { problem: 'Do you sleep better with a feather pillow?' };
  await t.call(`PATCH /apis/help-center/${asked.body.prob_id}/`, { as: person.access, body: edited });
  expect(await found('umbrella')).toEqual([]);
  expect(await found('fether')).toEqual([edited.problem]);
});
