import type { Question } from '@carecommons/contract/help';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf } from '../../platform/db/db.ts';
import { part, planForWords, readFound, searchedWords, standsIn, wordsMeant } from '../../platform/search/search.ts';
import { askedBefore, type Cursor, readQuestions } from './questions.ts';

const asWritten = 0;
const asMeant = 1;
const none = { rows: [], next: undefined };

interface ListQuery {
  q?: string | undefined;
  limit: number;
  after?: Cursor | undefined;
}

/** A page of the questions that are not hidden, newest first; with `q`, of those that match it. */
export async function listQuestions(db: Db, { q = '', limit, after }: ListQuery): Promise<Page<Question>> {
  const words = searchedWords(q);
  if (q === '') return await pageBy(db, [], asWritten, limit, after);
  if (words.length === 0) return none;
  return await db.transaction().execute(async (tx) => {
    await planForWords(tx);
    const step = after?.[0] ?? asWritten;
    if (step === asWritten) {
      const patterns = words.map((word) => [part(word)]);
      const found = await pageBy(tx, patterns, asWritten, limit, after);
      if (found.rows.length > 0 || after !== undefined) return found;
    }
    const meant = await wordsMeant(tx, 'question_words', words);
    return meant === undefined ? none : await pageBy(tx, meant, asMeant, limit, after);
  });
}

/** Of the questions that match each of the words by one of its patterns. */
async function pageBy(db: Db, patterns: string[][], step: number, limit: number, after: Cursor | undefined) {
  const before = after === undefined ? undefined : ([after[1], after[2]] as const);
  const visible = sql`q.hidden_at is null`;
  const match = standsIn(sql`q.search`, patterns);
  const most = limit + 1;
  const read = async (which: RawBuilder<boolean>) => await readQuestions(db, { which, before, most });
  const rows = sql`select q.* from questions q where ${visible} and ${before === undefined ? sql`true` : askedBefore(before)}`;
  // How often one word stands in texts PostgreSQL knows well enough.
  const found =
    patterns.length < 2
      ? await read(sql<boolean>`${visible} and ${match}`)
      : await readFound({ row: 'q', id: 'id', rows, order: sql`q.created_at desc, q.id desc`, match, most }, read);
  return pageOf(found, limit, ({ prob_id, date }): Cursor => [step, Date.parse(date), prob_id]);
}
