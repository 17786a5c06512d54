import type { Answer, Question } from '@carecommons/contract/help';
import { mayChange } from '@carecommons/contract/help-rules';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { openResponseCache } from '../../platform/cache/cache.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { indexWords, searchTextOf } from '../../platform/search/search.ts';
import { type AnswerCursor, readAnswers } from './answers.ts';
import { readQuestion, readQuestions, visibleTo } from './questions.ts';
import { questionWords } from './search.ts';

export { listQuestions } from './search.ts';

/** Cached responses of the lists of questions; cleared after the commit of any change that they show. */
export const questionTexts = openResponseCache({ name: 'questions' });

const forUpdate = sql`for update of q`;

/** Asks a question, and returns it as everybody sees it. */
export async function ask(tx: Tx, actor: Actor, problem: string, now: Date): Promise<Question> {
  await indexWords(tx, questionWords, [problem]);
  const { rows } = await sql<RowOf<'questions', 'id'>>`
    insert into questions (user_id, problem, search, created_at)
    values (${actor.user_id}, ${problem}, ${searchTextOf(problem)}, ${now}) returning id`.execute(tx);
  return await readQuestion(tx, actor, rows[0]?.id ?? 0);
}

/** Changes the text of the actor's own question. Throws `not_found`, `not_allowed`. */
export async function editQuestion(tx: Tx, actor: Actor, id: number, problem: string, now: Date): Promise<Question> {
  await ownQuestion(tx, actor, id);
  await indexWords(tx, questionWords, [problem]);
  await sql`
    update questions set problem = ${problem}, search = ${searchTextOf(problem)}, edited_at = ${now}
    where id = ${id} and user_id = ${actor.user_id} and problem <> ${problem}`.execute(tx);
  return await readQuestion(tx, actor, id);
}

/** Deletes the actor's own question with its answers. Throws `not_found`, `not_allowed`. */
export async function deleteQuestion(tx: Tx, actor: Actor, id: number) {
  await ownQuestion(tx, actor, id);
  await sql`delete from questions where id = ${id} and user_id = ${actor.user_id}`.execute(tx);
}

async function ownQuestion(tx: Tx, actor: Actor, id: number) {
  const { user } = await readQuestion(tx, actor, id, forUpdate);
  if (!mayChange(actor, user.id)) throw new Problem('not_allowed');
}

/** A page of the actor's own questions, newest first. */
export async function listOwnQuestions(
  db: Db,
  actor: Actor,
  { limit, after }: { limit: number; after?: AnswerCursor | undefined },
): Promise<Page<Question>> {
  const which = sql<boolean>`q.user_id = ${actor.user_id}`;
  const rows = await readQuestions(db, { which, before: after, most: limit + 1 });
  return pageOf(rows, limit, ({ date, prob_id }): AnswerCursor => [Date.parse(date), prob_id]);
}

/** Answers a question. Throws `not_found`, and `wrong_state` if it is hidden. */
export async function answer(tx: Tx, actor: Actor, questionId: number, comment: string, now: Date): Promise<Answer> {
  const question = await readQuestion(tx, actor, questionId, forUpdate);
  if (question.hidden_reason !== null) {
    throw new Problem('wrong_state', { message: 'This question is hidden and takes no answers.' });
  }
  const { rows } = await sql<RowOf<'answers', 'id'>>`
    insert into answers (question_id, user_id, comment, created_at)
    values (${questionId}, ${actor.user_id}, ${comment}, ${now}) returning id`.execute(tx);
  await sql`update questions set comment_count = comment_count + 1 where id = ${questionId}`.execute(tx);
  const [given] = await readAnswers(tx, sql`a.id = ${rows[0]?.id}`);
  return given as Answer;
}

/** Deletes the actor's own answer. Throws `not_found`, `not_allowed`. */
export async function deleteAnswer(tx: Tx, actor: Actor, id: number) {
  const held = await holdAnswer(tx, id, (table) => visibleTo(actor, table));
  if (held === undefined) throw new Problem('not_found');
  if (!mayChange(actor, held.user_id)) throw new Problem('not_allowed');
  await sql`delete from answers where id = ${id} and user_id = ${actor.user_id}`.execute(tx);
  if (!held.hidden) await countDown(tx, held.question_id);
}

const countDown = (tx: Tx, questionId: number) =>
  sql`update questions set comment_count = comment_count - 1 where id = ${questionId}`.execute(tx);

/**
 * Locks the question of an answer first, like everything that changes either, so that there is no deadlock; then the answer.
 * Undefined if one of them does not exist or is not `seen`.
 */
async function holdAnswer(tx: Tx, id: number, seen: (table: 'q' | 'a') => RawBuilder<boolean>) {
  const { rows: asked } = await sql`
    select from questions q where q.id = (select question_id from answers where id = ${id}::bigint) and ${seen('q')}
    for update`.execute(tx);
  if (asked.length === 0) return undefined;
  const { rows } = await sql<RowOf<'answers', 'question_id' | 'user_id' | 'comment'> & { hidden: boolean }>`
    select a.question_id, a.user_id, a.hidden_at is not null as hidden, a.comment
    from answers a where a.id = ${id}::bigint and ${seen('a')} for update`.execute(tx);
  return rows[0];
}

const excerptOf = (text: string) => (text.length > 200 ? `${text.slice(0, 199).trimEnd()}…` : text);

interface Hidden {
  author: number;
  excerpt: string;
}

/**
 * Hides a question with a reason, or, without one, shows it again; undefined if there is none. The caller clears
 * `questionTexts` after the commit.
 */
export async function hideQuestion(
  tx: Tx,
  id: number,
  reason: string | undefined,
  at: Date,
): Promise<Hidden | undefined> {
  const { rows } = await sql<RowOf<'questions', 'user_id' | 'problem'>>`
    update questions set hidden_at = ${reason === undefined ? null : at}, hidden_reason = ${reason ?? null}
    where id = ${id}::bigint returning user_id, problem`.execute(tx);
  return rows[0] && { author: rows[0].user_id, excerpt: excerptOf(rows[0].problem) };
}

/**
 * Hides an answer with a reason, or, without one, shows it again; undefined if there is none. The caller clears
 * `questionTexts` after the commit.
 */
export async function hideAnswer(
  tx: Tx,
  id: number,
  reason: string | undefined,
  at: Date,
): Promise<Hidden | undefined> {
  const held = await holdAnswer(tx, id, () => sql<boolean>`true`);
  if (held === undefined) return undefined;
  await sql`
    update answers set hidden_at = ${reason === undefined ? null : at}, hidden_reason = ${reason ?? null}
    where id = ${id}`.execute(tx);
  const change = Number(reason === undefined) - Number(!held.hidden);
  await sql`update questions set comment_count = comment_count + ${change} where id = ${held.question_id}`.execute(tx);
  return { author: held.user_id, excerpt: excerptOf(held.comment) };
}

/** A question as a reportable item: its author, text and address, its topic, whether it is hidden. */
export const itemOfQuestion = (id: number) => sql`
  select q.user_id as author, q.problem as text, '/comment/' || q.id as address, 'question:' || q.id as topic,
    q.hidden_at is not null as hidden
  from questions q where q.id = ${id}::bigint`;

/** The same for an answer; it is hidden with its question. */
export const itemOfAnswer = (id: number) => sql`
  select a.user_id as author, a.comment as text, '/comment/' || a.question_id as address, 'question:' || a.question_id as topic,
    coalesce(a.hidden_at, q.hidden_at) is not null as hidden
  from answers a join questions q on q.id = a.question_id where a.id = ${id}::bigint`;
