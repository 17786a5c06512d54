import { answerLength, questionLength } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { hideAnswer, hideQuestion, questionTexts } from './help.ts';

let t: TestApp;
let asker: Person;
let helper: Person;
let provider: Person;
let moderator: Person;
beforeAll(async () => {
  t = await testApp();
  asker = await signUp(t);
  helper = await signUp(t, { role: 'unknown' });
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Ila Sen' });
  moderator = await signUp(t, { grants: ['moderator'] });
});
afterAll(() => t.close());

const as = (person: Person | undefined) => ({ as: person?.access });
const missing = 2_000_000_000;

async function ask(problem = 'Which fruit is easy on the stomach?', person = asker) {
  const { status, body } = await t.call('POST /apis/help-center/create/', { ...as(person), body: { problem } });
  expect(status).toBe(201);
  t.clock.move(1000);
  return body;
}

async function answer(id: number, comment = 'A ripe banana.', person = helper) {
  const { status, body } = await t.call(`POST /apis/help-center/${id}/comments/`, { ...as(person), body: { comment } });
  expect(status).toBe(201);
  t.clock.move(1000);
  return body;
}

const inList = async (id: number) =>
  (await t.call('GET /apis/help-center/?limit=200')).body.find(({ prob_id }: { prob_id: number }) => prob_id === id);
const answersTo = async (id: number, person = asker) =>
  (await t.call(`GET /apis/help-center/${id}/comments/`, as(person))).body;
const rowOf = async (id: number) =>
  (await sql`select problem, search, comment_count, edited_at from questions where id = ${id}`.execute(t.db)).rows[0];

async function hide(kind: typeof hideQuestion, id: number, reason: string | undefined) {
  const found = await t.db.transaction().execute(async (tx) => await kind(tx, id, reason, t.clock.now()));
  questionTexts.clear();
  return found;
}

describe('asking', () => {
  test('puts the question at the top of the list that everybody reads', async () => {
    const question = await ask('  Does lemon water help against a cold?\nMy aunt says so. ');
    expect(question).toEqual({
      prob_id: expect.any(Number),
      problem: 'Does lemon water help against a cold?\nMy aunt says so.',
      user: { id: asker.user_id, username: asker.username },
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      edited_at: null,
      comment_count: 0,
      hidden_reason: null,
    });
    expect((await t.call('GET /apis/help-center/')).body[0]).toEqual(question);
    expect((await t.call(`GET /apis/help-center/${question.prob_id}/`, as(helper))).body).toEqual(question);
    expect(await rowOf(question.prob_id)).toMatchObject({
      search: ' does lemon water help against a cold my aunt says so ',
    });
  });

  test.each([
    ['nothing', {}, 'problem'],
    ['blanks', { problem: ' \n\t ' }, 'problem'],
    ['too much', { problem: 'a'.repeat(questionLength + 1) }, 'problem'],
    ['no text', { problem: 7 }, 'problem'],
    ['a character that cannot be stored', { problem: 'a\0b' }, 'problem'],
    ['something else', { problem: 'Why?', user: 1 }, 'user'],
  ])('%s is refused', async (_what, body, field) => {
    const { status, body: problem } = await t.call('POST /apis/help-center/create/', { ...as(asker), body });
    expect([status, problem.errors[0].field]).toEqual([400, field]);
  });

  test('twice with one key asks once', async () => {
    const options = { ...as(asker), body: { problem: 'Only once?' }, headers: { 'idempotency-key': 'one' } };
    const [first, second] = [
      await t.call('POST /apis/help-center/create/', options),
      await t.call('POST /apis/help-center/create/', options),
    ];
    expect([second.status, second.body]).toEqual([201, first.body]);
    const { rows } = await sql`select from questions where problem = 'Only once?'`.execute(t.db);
    expect(rows).toHaveLength(1);
  });

  test("one's own list holds one's own", async () => {
    const newcomer = await signUp(t);
    const [first, second] = [await ask('First?', newcomer), await ask('Second?', newcomer)];
    const { body, headers } = await t.call('GET /apis/help-center/own/?limit=1', as(newcomer));
    expect(body).toEqual([second]);
    const next = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
    expect((await t.call(`GET ${next}`, as(newcomer))).body).toEqual([first]);
    expect((await t.call(`GET ${next}`, as(asker))).status).toBe(400);
  });
});

test('a question that is not there is not there', async () => {
  const lines = [
    `GET /apis/help-center/${missing}/`,
    `DELETE /apis/help-center/${missing}/`,
    `GET /apis/help-center/${missing}/comments/`,
    `DELETE /apis/help-center/comments/${missing}/`,
  ];
  for (const line of lines) expect([line, (await t.call(line, as(asker))).body.code]).toEqual([line, 'not_found']);
  const body = { problem: 'Why?' };
  const edit = await t.call(`PATCH /apis/help-center/${missing}/`, { ...as(asker), body });
  const reply = await t.call(`POST /apis/help-center/${missing}/comments/`, { ...as(asker), body: { comment: 'So.' } });
  expect([edit.status, reply.status]).toEqual([404, 404]);
  expect((await t.call('GET /apis/help-center/x/', as(asker))).status).toBe(400);
});

describe('changing a question', () => {
  const edit = (id: number, person: Person | undefined, body: object = { problem: 'Better put?' }) =>
    t.call(`PATCH /apis/help-center/${id}/`, { ...as(person), body });

  test('is for the person who asked it', async () => {
    const { prob_id: id } = await ask();
    expect((await edit(id, undefined)).status).toBe(401);
    for (const person of [helper, provider, moderator]) expect((await edit(id, person)).body.code).toBe('not_allowed');
    expect((await edit(id, asker, { problem: ' ' })).status).toBe(400);
    expect(await rowOf(id)).toMatchObject({ problem: 'Which fruit is easy on the stomach?', edited_at: null });

    const { status, body } = await edit(id, asker);
    expect([status, body.problem, body.edited_at]).toEqual([200, 'Better put?', t.clock.now().toISOString()]);
    expect(await rowOf(id)).toMatchObject({ problem: 'Better put?', search: ' better put ' });
    expect(await inList(id)).toEqual(body);
  });

  test('to what it was is no change', async () => {
    const { prob_id: id, problem } = await ask();
    expect((await edit(id, asker, { problem })).body.edited_at).toBeNull();
  });
});

describe('deleting a question', () => {
  test('is for the person who asked it, and takes its answers along', async () => {
    const { prob_id: id } = await ask();
    const { id: answerId } = await answer(id);
    const remove = (person: Person | undefined, body?: unknown) =>
      t.call(`DELETE /apis/help-center/${id}/`, { ...as(person), body });
    expect((await remove(undefined)).status).toBe(401);
    for (const person of [helper, provider, moderator]) expect((await remove(person)).body.code).toBe('not_allowed');
    expect((await remove(asker, { sure: true })).status).toBe(400);
    expect(await inList(id)).toBeDefined();
    const { status, body } = await remove(asker);
    expect([status, body]).toEqual([200, {}]);
    expect(await inList(id)).toBeUndefined();
    expect(await rowOf(id)).toBeUndefined();
    expect((await sql`select from answers where id = ${answerId}`.execute(t.db)).rows).toHaveLength(0);
    expect((await remove(asker)).status).toBe(404);
  });
});

describe('answers', () => {
  test('stand oldest first, with who gave them, and are counted', async () => {
    const { prob_id: id } = await ask();
    const first = await answer(id, ' A ripe banana.\nOr rice. ');
    const second = await answer(id, 'Papaya, for many people.', provider);
    expect(first).toEqual({
      id: expect.any(Number),
      comment: 'A ripe banana.\nOr rice.',
      user: helper.user_id,
      date: expect.stringMatching(/Z$/),
      author: { username: helper.username, name: null, provider: false, verified: false },
      hidden_reason: null,
    });
    expect(second.author).toEqual({
      username: provider.username,
      name: 'Dr. Ila Sen',
      provider: true,
      verified: false,
    });
    expect(await answersTo(id)).toEqual([first, second]);
    expect(await inList(id)).toMatchObject({ comment_count: 2 });
    const until = new Date(t.clock.now().getTime() + 86_400_000);
    await sql`
      update providers p set verified_at = ${t.clock.now()}, verified_until = ${until}, verified_profile = claimed_profile(p)
      where user_id = ${provider.user_id}`.execute(t.db);
    expect((await answersTo(id))[1].author.verified).toBe(true);
    await sql`update providers set listed = false where user_id = ${provider.user_id}`.execute(t.db);
    expect((await answersTo(id))[1].author).toMatchObject({ name: null, provider: false, verified: false });
    await sql`
      update providers set listed = true, verified_at = null, verified_until = null, verified_profile = null
      where user_id = ${provider.user_id}`.execute(t.db);
  });

  test.each([
    ['nothing', {}, 'comment'],
    ['blanks', { comment: '  ' }, 'comment'],
    ['too much', { comment: 'a'.repeat(answerLength + 1) }, 'comment'],
    ['something else', { comment: 'So.', user: 1 }, 'user'],
  ])('%s is refused', async (_what, body, field) => {
    const { prob_id: id } = await ask();
    const { status, body: problem } = await t.call(`POST /apis/help-center/${id}/comments/`, { ...as(helper), body });
    expect([status, problem.errors[0].field]).toEqual([400, field]);
    expect(await inList(id)).toMatchObject({ comment_count: 0 });
  });

  test('come in pages that fit together', async () => {
    const { prob_id: id } = await ask();
    const given = [await answer(id, 'One.'), await answer(id, 'Two.'), await answer(id, 'Three.')];
    const seen = [];
    let next: string | undefined = `/apis/help-center/${id}/comments/?limit=1`;
    while (next !== undefined) {
      const { body, headers } = await t.call(`GET ${next}`, as(asker));
      seen.push(...body);
      next = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
    }
    expect(seen).toEqual(given);
  });

  test('are deleted by who gave them, and counted no more', async () => {
    const { prob_id: id } = await ask();
    const { id: answerId } = await answer(id);
    const remove = (person: Person | undefined) =>
      t.call(`DELETE /apis/help-center/comments/${answerId}/`, { ...as(person), body: {} });
    expect((await remove(undefined)).status).toBe(401);
    for (const person of [asker, provider, moderator]) expect((await remove(person)).body.code).toBe('not_allowed');
    expect(await inList(id)).toMatchObject({ comment_count: 1 });
    const answers = await Promise.all([remove(helper), remove(helper), remove(helper)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect(await inList(id)).toMatchObject({ comment_count: 0 });
    expect(await answersTo(id)).toEqual([]);
  });

  test('given, hidden and deleted all at once are counted right, and nobody waits in a circle', async () => {
    const { prob_id: id } = await ask();
    const old = [];
    for (let n = 0; n < 6; n++) old.push(await answer(id, `Answer ${n}.`));
    const works = [
      ...old.slice(0, 3).map((one) => t.call(`DELETE /apis/help-center/comments/${one.id}/`, as(helper))),
      ...old.slice(2, 5).map((one) => hide(hideAnswer, one.id, 'An advertisement.')),
      ...[1, 2, 3].map(() =>
        t.call(`POST /apis/help-center/${id}/comments/`, { ...as(helper), body: { comment: 'New.' } }),
      ),
    ];
    const ends = await Promise.all(works);
    expect(ends.filter((end) => end !== undefined && 'status' in end && end.status >= 400)).toEqual([]);
    const { rows } = await sql<{ left: number }>`
      select count(*) as left from answers where question_id = ${id} and hidden_at is null`.execute(t.db);
    expect([rows[0]?.left, (await inList(id)).comment_count]).toEqual([4, 4]);
  });
});

describe('hidden with a reason', () => {
  test('a question is there for its author and for moderators alone, until it is shown again', async () => {
    const { prob_id: id, problem } = await ask('Buy my tea?');
    expect(await hide(hideQuestion, id, 'An advertisement.')).toEqual({ author: asker.user_id, excerpt: problem });
    expect(await inList(id)).toBeUndefined();
    const never = await t.call(`GET /apis/help-center/${missing}/`, as(helper));
    for (const line of [
      `GET /apis/help-center/${id}/`,
      `GET /apis/help-center/${id}/comments/`,
      `DELETE /apis/help-center/${id}/`,
    ]) {
      const { status, text } = await t.call(line, as(helper));
      expect([status, text]).toEqual([404, never.text]);
    }
    const body = { comment: 'No.' };
    expect((await t.call(`POST /apis/help-center/${id}/comments/`, { ...as(helper), body })).status).toBe(404);
    const own = await t.call(`POST /apis/help-center/${id}/comments/`, { ...as(asker), body });
    expect([own.status, own.body.code]).toEqual([409, 'wrong_state']);
    for (const person of [asker, moderator]) {
      const seen = await t.call(`GET /apis/help-center/${id}/`, as(person));
      expect(seen.body).toMatchObject({ problem, hidden_reason: 'An advertisement.' });
    }
    const { body: mine } = await t.call('GET /apis/help-center/own/', as(asker));
    expect(mine[0]).toMatchObject({ prob_id: id, hidden_reason: 'An advertisement.' });

    await hide(hideQuestion, id, undefined);
    expect(await inList(id)).toMatchObject({ problem, hidden_reason: null });
  });

  test('an answer too, and it is not counted meanwhile', async () => {
    const { prob_id: id } = await ask();
    const given = await answer(id, 'x'.repeat(300));
    const hidden = await hide(hideAnswer, given.id, 'Unkind.');
    expect(hidden).toEqual({ author: helper.user_id, excerpt: `${'x'.repeat(199)}…` });
    await hide(hideAnswer, given.id, 'Unkind, and wrong.');
    expect(await inList(id)).toMatchObject({ comment_count: 0 });
    expect(await answersTo(id, asker)).toEqual([]);
    for (const person of [helper, moderator])
      expect(await answersTo(id, person)).toMatchObject([{ hidden_reason: 'Unkind, and wrong.' }]);
    const line = `DELETE /apis/help-center/comments/${given.id}/`;
    expect((await t.call(line, as(asker))).status).toBe(404);
    expect((await t.call(line, as(moderator))).status).toBe(403);

    await hide(hideAnswer, given.id, undefined);
    await hide(hideAnswer, given.id, undefined);
    expect(await inList(id)).toMatchObject({ comment_count: 1 });
    expect(await answersTo(id, asker)).toMatchObject([{ hidden_reason: null }]);
    await hide(hideAnswer, given.id, 'Unkind.');
    expect((await t.call(line, as(helper))).status).toBe(200);
    expect(await inList(id)).toMatchObject({ comment_count: 0 });
  });

  test('what is not there is not hidden', async () => {
    expect(await hide(hideQuestion, missing, 'No.')).toBeUndefined();
    expect(await hide(hideAnswer, missing, 'No.')).toBeUndefined();
  });
});
