import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';

// Each list is read from an index, however many questions and answers there are.

let t: TestApp;
let person: Person;
beforeAll(async () => {
  t = await testApp();
  person = await signUp(t);
  const others = [await signUp(t), await signUp(t), await signUp(t)];
  await sql`
    insert into questions (user_id, problem, search, comment_count, created_at)
    select authors[1 + n % 4], 'How is number ' || n || ' of the questions answered?',
      ' how is number ' || n || ' of the questions answered ' ||
        case n % 4 when 0 then 'mornings ' when 2 then 'evenings ' else '' end, 3, ${t.clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 20000) n,
      (select ${[person, ...others].map(({ user_id }) => user_id)}::int[] as authors) given`.execute(t.db);
  await sql`
    insert into answers (question_id, user_id, comment, created_at)
    select q.id, q.user_id, 'So.', q.created_at + n * interval '1 second'
    from questions q, generate_series(1, 3) n`.execute(t.db);
  await sql`insert into question_words values ('number'), ('questions'), ('answered'), ('mornings'), ('evenings')`.execute(
    t.db,
  );
  await asOwner(t.db, 'vacuum analyze');
}, 120_000);
afterAll(() => t.close());

test.each([
  ['/apis/help-center/', 'questions', /Index Scan using questions_newest/],
  ['/apis/help-center/?q=questions', 'questions', /Index Scan using questions_newest/],
  ['/apis/help-center/?q=19997', 'questions', /Bitmap Index Scan on questions_search/],
  ['/apis/help-center/?q=1999', 'questions', /questions_(search|newest)/],
  ['/apis/help-center/own/', 'questions', /Index Scan using questions_of_user/],
  ['/apis/help-center/7/', 'questions', /Index Scan using questions_pkey/],
  ['/apis/help-center/7/comments/', 'answers', /answers_of_question/],
])('%s is read from an index, also its next page', async (path, table, index) => {
  const limit = path.includes('7/') && table === 'questions' ? '' : `${path.includes('?') ? '&' : '?'}limit=2`;
  const of = { as: person.access, reads: new RegExp(`from ${table} `) };
  const first = await plansOf(t, `GET ${path}${limit}`, of);
  expect(first.answer.status).toBe(200);
  const next = /<(.+)>/.exec(first.answer.headers.link ?? '')?.[1];
  const plans = [...first.plans, ...(next === undefined ? [] : (await plansOf(t, `GET ${next}`, of)).plans)];
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}`));
  }
});

test('words that stand together in few questions are found, also in old ones, without a look at all', async () => {
  const of = { as: person.access, reads: /from questions / };
  const search = async (q: string) => await plansOf(t, `GET /apis/help-center/?q=${q}`, of);
  const [old, never] = [await search('number+19997'), await search('mornings+evenings')];
  expect(old.answer.body.map(({ problem }: { problem: string }) => problem)).toEqual([
    'How is number 19997 of the questions answered?',
  ]);
  expect(never.answer.body).toEqual([]);
  for (const plan of [...old.plans, ...never.plans]) {
    expect(plan).toMatch(/Bitmap Index Scan on questions_search|Index Scan using questions_newest/);
    expect(plan).not.toMatch(/Seq Scan on questions/);
  }
});
