import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Person, signUp } from '../../../test/factories.ts';
import { asOwner } from '../../../test/owner.ts';

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
      ' how is number ' || n || ' of the questions answered ', 3, ${t.clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 20000) n,
      (select ${[person, ...others].map(({ user_id }) => user_id)}::int[] as authors) given`.execute(t.db);
  await sql`
    insert into answers (question_id, user_id, comment, created_at)
    select q.id, q.user_id, 'So.', q.created_at + n * interval '1 second'
    from questions q, generate_series(1, 3) n`.execute(t.db);
  await sql`insert into question_words values ('number'), ('questions'), ('answered')`.execute(t.db);
  await asOwner(t.db, 'vacuum analyze');
}, 120_000);
afterAll(() => t.close());

/** The plans of what a call reads from a table, planned again with what it was asked for. */
async function plansOf(line: string, table: string) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const answer = await t.call(line, { as: person.access });
  const asked = query.mock.calls.map(([statement]) => statement as unknown as { text: string; values: unknown[] });
  query.mockRestore();
  const plans = [];
  for (const { text, values } of asked.filter((one) => one.text?.includes(`from ${table} `))) {
    const literal = text.replaceAll(/\$(\d+)/g, (_, at) => literalOf(values[Number(at) - 1]));
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(literal)}`.execute(t.db);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return { answer, plans };
}

const literalOf = (value: unknown) =>
  typeof value === 'number'
    ? String(value)
    : pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));

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
  const first = await plansOf(`GET ${path}${limit}`, table);
  expect(first.answer.status).toBe(200);
  const next = /<(.+)>/.exec(first.answer.headers.link ?? '')?.[1];
  const plans = [...first.plans, ...(next === undefined ? [] : (await plansOf(`GET ${next}`, table)).plans)];
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}`));
  }
});
