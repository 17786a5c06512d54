import type { Answer } from '@carecommons/contract/help';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf, type RowOf } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { people } from '../accounts/accounts.ts';
import { providerProfiles } from '../providers/providers.ts';
import { readQuestion, visibleTo } from './questions.ts';

/** Where a page of answers ended: the time of its last answer, and its id. */
export type AnswerCursor = readonly [given: number, id: number];

interface AnswerRow extends Omit<Answer, 'date'>, RowOf<'answers', 'created_at'> {}

/** Reads answers as they are sent, oldest first. A listed provider appears by name. */
export async function readAnswers(db: Db, which: RawBuilder<boolean>, most = 1): Promise<Answer[]> {
  const { rows } = await sql<AnswerRow>`
    select a.id, a.comment, a.user_id as "user", a.hidden_reason, a.created_at,
      json_build_object('username', u.username, 'name', p.name, 'provider', p.user_id is not null,
        'verified', p.verified) as author
    from answers a join ${people} u on u.id = a.user_id left join ${providerProfiles} p on p.user_id = a.user_id and p.listed
    where ${which} order by a.created_at, a.id limit ${most}`.execute(db);
  return rows.map(({ created_at, ...answer }) => ({ ...answer, date: created_at.toISOString() }));
}

interface ListQuery {
  limit: number;
  after?: AnswerCursor | undefined;
}

/** A page of the answers to a question, oldest first. Throws `not_found`. */
export async function listAnswers(
  db: Db,
  actor: Actor,
  id: number,
  { limit, after }: ListQuery,
): Promise<Page<Answer>> {
  const from =
    after === undefined
      ? sql`true`
      : sql`(a.created_at, a.id) > (${new Date(after[0])}::timestamptz, ${after[1]}::integer)`;
  const seen = sql<boolean>`exists (select from questions q where q.id = ${id} and ${visibleTo(actor, 'q')})`;
  const which = sql<boolean>`a.question_id = ${id} and ${seen} and ${visibleTo(actor, 'a')} and ${from}`;
  const rows = await readAnswers(db, which, limit + 1);
  // Empty: there is no such question, or no answer.
  if (rows.length === 0) await readQuestion(db, actor, id);
  return pageOf(rows, limit, (answer): AnswerCursor => [Date.parse(answer.date), answer.id]);
}
