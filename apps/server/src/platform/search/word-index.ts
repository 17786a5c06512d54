import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { fold } from './fold-text.ts';
import { likelyMeant } from './spelling.ts';

// Texts that are found by words and parts of words, and by what was likely meant by a mistyped one. Beside the texts a table
// holds the words that stand in them.

const wordTables = ['question_words', 'blog_words'] as const;
type WordTable = (typeof wordTables)[number];

// Of a search so many words are looked for.
const wordsAtMost = 6;

/** The words of a text as they are searched for: folded. */
export const wordsOf = (text: string) => fold(text).split(' ').filter(Boolean);

/**
 * The words of a search in the order in which they should be looked up together: long ones are in fewer texts. A trigram index
 * (GIN) takes the conditions as they come; with "dr" in front of a name it was thirty times slower on a million providers.
 */
export const searchedWords = (q: string) =>
  wordsOf(q)
    .slice(0, wordsAtMost)
    .toSorted((a, b) => b.length - a.length);

/** The text by which something is found: folded, between blanks. */
export const searchTextOf = (text: string) => ` ${fold(text)} `;

/** Makes the words of a text known, for the correction of typing errors in a search. */
export async function indexWords(tx: Tx, table: WordTable, text: string) {
  // Always in the same order, so that two who add the same words wait for each other and never in a circle.
  const words = [...new Set(wordsOf(text))].filter((word) => word.length > 2 && word.length <= 40).toSorted();
  await sql`insert into ${sql.table(table)} select unnest(${words}::text[]) on conflict do nothing`.execute(tx);
}

/** Lets the searches of this transaction be planned and judged as they need. */
export async function planForWords(tx: Tx) {
  // Planned for each query: a plan for words in general would not tell rare ones from frequent ones. And similar is what
  // shares less than pg_trgm asks for by itself: one wrong letter spoils most trigrams of a short word.
  await sql`
    select set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('pg_trgm.similarity_threshold', '0.15', true)`.execute(tx);
}

/** Whether a search text matches each of the words by one of its patterns. */
export function standsIn(search: RawBuilder<unknown>, patterns: string[][]): RawBuilder<boolean> {
  const words = patterns.map((of) => {
    const each = filledUp(of).map((pattern) => sql`${search} like ${pattern}`);
    return sql`(${sql.join(each, sql` or `)})`;
  });
  return words.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(words, sql` and `)}`;
}

/** One, two or eight patterns, and never a number between, so that there are few different statements to prepare. */
function filledUp([first = '', ...more]: string[]) {
  const patterns = [first, ...more.slice(0, 7)];
  while (patterns.length > 2 && patterns.length < 8) patterns.push(first);
  return patterns;
}

/**
 * The pattern of a word or a part of one. Folded words hold none of LIKE's wildcards; one or two letters have no trigram but
 * at the beginning of a word.
 */
export const part = (word: string) => (word.length > 2 ? `%${word}%` : `% ${word}%`);
const wholeWord = (word: string) => `% ${word} %`;

// What stands in an article is no typing error among the questions either.
const allWords = sql`(${sql.join(
  wordTables.map((table) => sql`select word from ${sql.table(table)}`),
  sql` union all `,
)})`;

/**
 * For each word of a search the patterns of those that may have been meant by it; undefined where one is like none, or
 * where all are spelt as they stand in some text, of whatever kind, so that nothing else was meant.
 */
export async function wordsMeant(tx: Tx, table: WordTable, words: string[]): Promise<string[][] | undefined> {
  const long = words.filter((word) => word.length > 2);
  const { rows } = await sql<{ word: string; known: boolean; similar: string[] }>`
    select s.word,
      (select count(*) > 0 from ${allWords} k where k.word like '%' || s.word || '%') as known,
      array(select w.word from ${sql.table(table)} w
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

// Of a list so many are looked through for words: a few first, and more where the words stand in many of those.
const few = 200;
const usuallyMany = 4000;

interface SearchedList {
  /** The name that its rows go by, and the column that tells them apart. */
  row: string;
  id: string;
  /** A select of what may be found, to which conditions may be added. */
  rows: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** The same order, as it is called within the select, where that is another. */
  within?: RawBuilder<unknown>;
  /** Whether a row is meant. */
  match: RawBuilder<boolean>;
  /** The same, as an index has it. */
  lookUp?: RawBuilder<boolean>;
  most: number;
  /** How many may be looked through. */
  many?: number | undefined;
}

/**
 * The first of a list that match words. How often words stand in texts, and together, PostgreSQL cannot know: it would look
 * through the whole list for some that are rare. So only the first are looked through, and where these are not enough, or
 * clearly will not be, the words are looked up.
 */
export async function readFound<R>(
  { row, id, rows, order, within = order, match, lookUp = match, most, many = usuallyMany }: SearchedList,
  read: (which: RawBuilder<boolean>) => Promise<R[]>,
): Promise<R[]> {
  const key = sql.ref(`${row}.${id}`);
  const firstOf = async (some: RawBuilder<unknown>, which: RawBuilder<boolean>) =>
    await read(sql<boolean>`${key} = any(array(
      select ${key} from (${some}) ${sql.ref(row)} where ${which} order by ${order} limit ${most}))`);
  const through = async (count: number) => await firstOf(sql`${rows} order by ${within} limit ${count}`, match);

  let found = await through(few);
  if (found.length < most && (found.length / few) * many >= most) found = await through(many);
  if (found.length === most) return found;
  // What is behind "offset 0" is planned without the order, so that the words are what is looked up.
  return await firstOf(sql`${rows} and ${lookUp} offset 0`, sql<boolean>`true`);
}
