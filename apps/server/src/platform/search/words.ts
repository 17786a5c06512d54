import { type RawBuilder, sql } from 'kysely';
import { fold } from './fold-text.ts';

// A search text is folded, with a blank before and after each word. Folded words contain none of LIKE's wildcards. A form is
// what must be in a search text for a word of a search: the beginning of a word, or with a blank at its end a whole word.

// More words of a search are ignored.
const wordsAtMost = 6;

/** The words of a text, folded. */
export const wordsOf = (text: string) => fold(text).split(' ').filter(Boolean);

/**
 * The words of a search in the order in which they should be looked up together: long words are in fewer texts. A trigram index
 * (GIN) evaluates the conditions in their order; with "dr" before a name it took thirty times longer on a million providers.
 */
export const searchedWords = (q: string) =>
  wordsOf(q)
    .slice(0, wordsAtMost)
    .toSorted((a, b) => b.length - a.length);

/** The text that a search matches: its parts folded, between blanks. */
export const searchTextOf = (...parts: string[]) => ` ${fold(parts.join(' '))} `;

/** The form that only a whole word has. */
export const wholeWord = (word: string) => `${word} `;

/** One, two or eight forms, never a number between, so that there are few different statements to prepare. */
export function formsOf([first = '', ...others]: string[]) {
  const forms = [first, ...others.slice(0, 7)];
  while (forms.length > 2 && forms.length < 8) forms.push(first);
  return forms;
}

/** Where in the words of a text a form matches. */
export type MatchedAt = 'beginning' | 'anywhere';

/** Whether a search text has one of its forms for each of the words. */
export function matchesWords(search: RawBuilder<unknown>, words: string[][], at: MatchedAt): RawBuilder<boolean> {
  const conditions = words.map((forms) => {
    const each = forms.map((form) => sql`${search} like ${patternOf(form, at)}`);
    return sql`(${sql.join(each, sql` or `)})`;
  });
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** One or two letters have a trigram only at the beginning of a word. */
const patternOf = (form: string, at: MatchedAt) =>
  at === 'anywhere' && form.length > 2 && !form.endsWith(' ') ? `%${form}%` : `% ${form}%`;

/**
 * Whether one of the texts contains each of the words, in either case. For the rows of one person, which are few: it uses no
 * search text, no index and no correction.
 */
export function containsWords(q: string | undefined, texts: readonly RawBuilder<unknown>[]) {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql<boolean>`true`;
  const all = sql`lower(concat_ws(' ', ${sql.join(texts)}))`;
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`strpos(${all}, lower(${word})) > 0`),
    sql` and `,
  )})`;
}
