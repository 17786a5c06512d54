import type { Question } from '@carecommons/contract/help';
import { type RawBuilder, sql } from 'kysely';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { people } from '../accounts/accounts.ts';

/** Where a page of questions ended: the step of a search, the time of its last question, and its id. */
export type Cursor = [step: number, asked: number, id: number];

interface QuestionRow
  extends
    Pick<Question, 'prob_id' | 'problem' | 'user' | 'comment_count' | 'hidden_reason'>,
    RowOf<'questions', 'created_at' | 'edited_at'> {}

interface Wanted {
  which: RawBuilder<boolean>;
  /** Only those asked before this one. */
  before?: readonly [asked: number, id: number] | undefined;
  most?: number;
  lock?: RawBuilder<unknown>;
}

/** Whether an actor sees a question or an answer: a hidden one is visible only to its author and to moderators. */
export function visibleTo(actor: Actor, table: 'q' | 'a') {
  const row = sql.ref(table);
  if (actor.grants.includes('moderator')) return sql<boolean>`true`;
  return sql<boolean>`(${row}.hidden_at is null or ${row}.user_id = ${actor.user_id})`;
}

/** Whether a question `q` comes after a position in a list with the newest first. */
export const askedBefore = ([asked, id]: readonly [asked: number, id: number]) =>
  sql<boolean>`(q.created_at, q.id) < (${new Date(asked)}::timestamptz, ${id}::integer)`;

/** Reads questions as they are sent, newest first. */
export async function readQuestions(db: Db, { which, before, most = 1, lock = sql`` }: Wanted): Promise<Question[]> {
  const from = before === undefined ? sql`true` : askedBefore(before);
  const { rows } = await sql<QuestionRow>`
    select q.id as prob_id, q.problem, json_build_object('id', u.id, 'username', u.username) as "user", q.comment_count,
      q.hidden_reason, q.created_at, q.edited_at
    from questions q join ${people} u on u.id = q.user_id
    where ${which} and ${from} order by q.created_at desc, q.id desc limit ${most} ${lock}`.execute(db);
  return rows.map(({ created_at, edited_at, ...question }) => ({
    ...question,
    date: created_at.toISOString(),
    edited_at: edited_at?.toISOString() ?? null,
  }));
}

/** A question visible to the actor; with `lock`, locked until the transaction ends. Throws `not_found`. */
export async function readQuestion(db: Db, actor: Actor, id: number, lock?: RawBuilder<unknown>): Promise<Question> {
  const which = sql<boolean>`q.id = ${id} and ${visibleTo(actor, 'q')}`;
  const [question] = await readQuestions(db, { which, ...(lock === undefined ? {} : { lock }) });
  if (question === undefined) throw new Problem('not_found');
  return question;
}
