import { erasedText } from '@carecommons/contract/erasure-rules';
import { sql } from 'kysely';
import type { ColumnOf, RowOf, Tx } from '../../platform/db/db.ts';
import type { ErasureStep } from '../erasure/erasure.ts';
import { announce } from '../../platform/broadcast/broadcast.ts';
import { forgetWords, searchTextOf } from '../../platform/search/search.ts';
import { questionTexts } from './help.ts';
import { questionWords } from './search.ts';

// What others wrote is theirs. So a question with answers of others keeps its place, and so does an answer before one of theirs,
// both without a name and without their text.

/** Erases a leaver's questions and answers. */
export const eraseHelp: ErasureStep = async ({ db }, { user_id }) => {
  const { rows } = await sql<{ id: ColumnOf<'answers', 'question_id'> }>`
    select question_id as id from answers where user_id = ${user_id} and comment <> ${erasedText}
    union select id from questions where user_id = ${user_id} and problem <> ${erasedText} order by id`.execute(db);
  // Locks the question first, like everything that changes it or its answers, so that there is no deadlock.
  for (const { id } of rows) {
    await db.transaction().execute(async (tx) => {
      await sql`select from questions where id = ${id} for update`.execute(tx);
      await eraseAnswers(tx, id, user_id);
      await eraseQuestion(tx, id, user_id);
      await announce(tx, `question:${id}`, { kind: 'moderated' });
    });
  }
  questionTexts.clear();
};

async function eraseAnswers(tx: Tx, questionId: number, userId: number) {
  await sql`
    with gone as (delete from answers a where a.question_id = ${questionId} and a.user_id = ${userId}
      and not exists (select from answers o where o.question_id = a.question_id and o.user_id <> a.user_id
        and (o.created_at, o.id) > (a.created_at, a.id)) returning a.hidden_at)
    update questions set comment_count = comment_count - (select count(*) from gone where hidden_at is null)
    where id = ${questionId}`.execute(tx);
  await sql`
    update answers set comment = ${erasedText}, hidden_reason = case when hidden_at is not null then ${erasedText} end
    where question_id = ${questionId} and user_id = ${userId}`.execute(tx);
}

async function eraseQuestion(tx: Tx, id: number, userId: number) {
  const { rows } = await sql<RowOf<'questions', 'problem'> & { answered: boolean }>`
    select q.problem, exists (select from answers a where a.question_id = q.id and a.user_id <> q.user_id) as answered
    from questions q where q.id = ${id} and q.user_id = ${userId}`.execute(tx);
  const [own] = rows;
  if (own === undefined) return;
  await (
    own.answered
      ? sql`
        update questions set problem = ${erasedText}, search = ${searchTextOf(erasedText)}, edited_at = null,
          hidden_reason = case when hidden_at is not null then ${erasedText} end where id = ${id}`
      : sql`delete from questions where id = ${id}`
  ).execute(tx);
  await forgetWords(tx, questionWords, [own.problem]);
}
