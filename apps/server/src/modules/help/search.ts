import type { Question } from '@carecommons/contract/help';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../core/db.ts';
import { type Page, pageOf } from '../../core/pages.ts';
import { part, planForWords, searchedWords, standsIn, wordsMeant } from '../../core/words.ts';
import { askedBefore, type Place, readQuestions } from './questions.ts';

const asWritten = 0;
const asMeant = 1;
// So many of the newest questions are looked through for words that may stand together in many: a millisecond or two.
const lookedThrough = 4000;
const none = { rows: [], next: undefined };

interface Asked {
  q?: string | undefined;
  limit: number;
  after?: Place | undefined;
}

/** A page of the questions that are not hidden, newest first; with `q`, of those that match it. */
export async function listQuestions(db: Db, { q = '', limit, after }: Asked): Promise<Page<Question>> {
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
async function pageBy(db: Db, patterns: string[][], step: number, limit: number, after: Place | undefined) {
  const which = sql<boolean>`q.hidden_at is null and ${standsIn(sql`q.search`, patterns)}`;
  const before = after === undefined ? undefined : ([after[1], after[2]] as const);
  const read = async (where: RawBuilder<boolean>) => await readQuestions(db, { which: where, before, most: limit + 1 });
  const rows =
    patterns.length < 2
      ? await read(which)
      : await readTogether(which, before === undefined ? sql`true` : askedBefore(before), limit + 1, read);
  return pageOf(rows, limit, ({ prob_id, date }): Place => [step, Date.parse(date), prob_id]);
}

/**
 * Questions with several words. How often words stand together PostgreSQL cannot know: it would look through all questions,
 * newest first, for two frequent words that never do. So only the newest are looked through, and then the words are looked up.
 */
async function readTogether(
  which: RawBuilder<boolean>,
  from: RawBuilder<unknown>,
  most: number,
  read: (where: RawBuilder<boolean>) => Promise<Question[]>,
) {
  const newest = await read(sql<boolean>`${which} and (q.created_at, q.id) >= (
    select n.created_at, n.id from (
      select q.created_at, q.id from questions q where q.hidden_at is null and ${from}
      order by q.created_at desc, q.id desc limit ${lookedThrough}) n
    order by n.created_at, n.id limit 1)`);
  if (newest.length === most) return newest;
  // The order is none that an index has, so that the words are what is looked up.
  return await read(sql<boolean>`q.id = any(array(
    select q.id from questions q where ${which} and ${from}
    order by q.created_at + interval '0' desc, q.id desc limit ${most}))`);
}
