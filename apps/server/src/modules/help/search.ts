import type { Question } from '@carecommons/contract/help';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../core/db.ts';
import { fold, longestFirst } from '../../core/fold.ts';
import { type Page, pageOf } from '../../core/pages.ts';
import { likelyMeant } from '../../core/spelling.ts';
import { askedBefore, type Place, readQuestions } from './questions.ts';

const wordsAtMost = 6;
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
  const words = longestFirst(wordsOf(q).slice(0, wordsAtMost));
  if (q === '') return await pageBy(db, [], asWritten, limit, after);
  if (words.length === 0) return none;
  return await db.transaction().execute(async (tx) => {
    // Planned for each query: a plan for words in general would not tell rare ones from frequent ones. And similar is
    // what shares less than pg_trgm asks for by itself: one wrong letter spoils most trigrams of a short word.
    await sql`
      select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('pg_trgm.similarity_threshold', '0.15', true)`.execute(tx);
    const step = after?.[0] ?? asWritten;
    if (step === asWritten) {
      const patterns = words.map((word) => [part(word)]);
      const found = await pageBy(tx, patterns, asWritten, limit, after);
      if (found.rows.length > 0 || after !== undefined) return found;
    }
    const meant = await wordsMeant(tx, words);
    return meant === undefined ? none : await pageBy(tx, meant, asMeant, limit, after);
  });
}

/** Of the questions that match each of the words by one of its patterns. */
async function pageBy(db: Db, patterns: string[][], step: number, limit: number, after: Place | undefined) {
  const words = patterns.map((of) => {
    const each = filledUp(of).map((pattern) => sql`q.search like ${pattern}`);
    return sql`(${sql.join(each, sql` or `)})`;
  });
  const which = sql<boolean>`${sql.join([sql`q.hidden_at is null`, ...words], sql` and `)}`;
  const before = after === undefined ? undefined : ([after[1], after[2]] as const);
  const read = async (where: RawBuilder<boolean>) => await readQuestions(db, { which: where, before, most: limit + 1 });
  const rows =
    words.length < 2
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

/** The text by which a question is found: folded, between blanks. */
export function searchTextOf(problem: string): string {
  return ` ${fold(problem)} `;
}

/** Makes the words of a question known, for the correction of typing errors in a search. */
export async function keepWords(tx: Tx, problem: string) {
  // Always in the same order, so that two who add the same words wait for each other and never in a circle.
  const words = [...new Set(wordsOf(problem))].filter((word) => word.length > 2 && word.length <= 40).toSorted();
  await sql`insert into question_words select unnest(${words}::text[]) on conflict do nothing`.execute(tx);
}

/** One, two or eight patterns, and never a number between, so that there are few different statements to prepare. */
function filledUp([first = '', ...more]: string[]) {
  const patterns = [first, ...more.slice(0, 7)];
  while (patterns.length > 2 && patterns.length < 8) patterns.push(first);
  return patterns;
}

/** The words of a text as they are searched for: folded. */
export const wordsOf = (text: string) => fold(text).split(' ').filter(Boolean);

// Folded words hold none of LIKE's wildcards. One or two letters have no trigram but at the beginning of a word.
const part = (word: string) => (word.length > 2 ? `%${word}%` : `% ${word}%`);
const wholeWord = (word: string) => `% ${word} %`;

/**
 * For each word of a search the patterns of those that may have been meant by it; undefined where one is like none, or
 * where all are spelt as they stand in some question, so that nothing else was meant.
 */
async function wordsMeant(tx: Tx, words: string[]): Promise<string[][] | undefined> {
  const long = words.filter((word) => word.length > 2);
  const { rows } = await sql<{ word: string; known: boolean; similar: string[] }>`
    select s.word,
      (select count(*) > 0 from question_words k where k.word like '%' || s.word || '%') as known,
      array(select w.word from question_words w
        where w.word % s.word and w.word <> s.word order by similarity(w.word, s.word) desc, w.word limit 40) as similar
    from unnest(${long}::text[]) s (word)`.execute(tx);
  if (long.every((word) => rows.some((row) => row.word === word && row.known))) return undefined;
  const patterns = words.map((word) => {
    const found = rows.find((row) => row.word === word);
    if (found === undefined || found.known) return [part(word)];
    return likelyMeant(word, found.similar).map((meant) => wholeWord(meant.word));
  });
  return patterns.some((of) => of.length === 0) ? undefined : patterns;
}
