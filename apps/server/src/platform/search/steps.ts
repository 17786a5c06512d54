import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf, type Tx } from '../db/db.ts';
import { lookUpWords, type LookedUpWord, type Vocabulary, wordsMeant } from './vocabulary.ts';
import { formsOf, searchedWords, wholeWord } from './words.ts';

/** One way to match: for each word the forms of which one must be in the text. */
export interface Step {
  words: string[][];
}
/** Steps that are all read; the next group is tried only if this one found nothing. */
export type Group<S extends Step = Step> = () => S[] | Promise<S[]>;
/** The only group where nothing is searched for. */
export const everything: Group = () => [{ words: [] }];

/** Where a page of a search ended: the step, and the key of its last row in the order of the list. */
type Cursor<K extends (string | number)[]> = [step: number, ...key: K];

/** What a step finds that the steps before it in its group do not. */
export interface Match<S extends Step = Step> {
  step: S;
  found: RawBuilder<boolean>;
}

interface SearchedList<R, S extends Step, K extends (string | number)[]> {
  limit: number;
  after: Cursor<K> | undefined;
  matches: (step: S) => RawBuilder<boolean>;
  /** Reads at most `limit` rows that match, in the order of the list, after a row if one is given. */
  read: (db: Db, match: Match<S>, after: K | undefined, limit: number) => Promise<R[]>;
  keyOf: (row: R) => K;
}

const stepsOfGroup = 100;
/** The number of the group in which a row was found. */
const groupOf = (step: number) => Math.floor(step / stepsOfGroup);

/** A page of what the first group finds that finds anything, step by step, each in the order of the list. */
export async function searchPage<R, S extends Step, K extends (string | number)[]>(
  db: Db,
  groups: Group<S>[],
  { limit, after, matches, read, keyOf }: SearchedList<R, S, K>,
): Promise<Page<R & { step: number }, Cursor<K>>> {
  const rows: (R & { step: number })[] = [];
  const [lastStep = 0, ...lastKey] = after ?? [];
  for (const [at, group] of groups.entries()) {
    if (at < groupOf(lastStep)) continue;
    const steps = await group();
    for (const [index, step] of steps.entries()) {
      const number = at * stepsOfGroup + index;
      if (number < lastStep || rows.length > limit) continue;
      const before = steps.slice(0, index).map((other) => sql`not ${matches(other)}`);
      const found = sql<boolean>`${sql.join([matches(step), ...before], sql` and `)}`;
      const from = after !== undefined && number === lastStep ? (lastKey as unknown[] as K) : undefined;
      const next = await read(db, { step, found }, from, limit + 1 - rows.length);
      rows.push(...next.map((row) => ({ ...row, step: number })));
    }
    if (rows.length > 0 || after !== undefined) break;
  }
  return pageOf(rows, limit, (row): Cursor<K> => [row.step, ...keyOf(row)]);
}

/** Searches in a transaction in which each statement is planned for its own words. */
export async function inSearch<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    // A generic plan does not distinguish rare words from frequent ones. The threshold is below the default of pg_trgm: one
    // wrong letter changes most trigrams of a short word.
    await sql`
      select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('pg_trgm.similarity_threshold', '0.15', true)`.execute(tx);
    return await work(tx);
  });
}

/** The groups of a search: the words as they are written, then as they were probably meant. None without a word. */
export function groupsOf(tx: Tx, vocabulary: Vocabulary, q: string): Group[] {
  const words = searchedWords(q);
  if (words.length === 0) return [];
  if (vocabulary.matchedAt === 'beginning') {
    return [() => exactSteps(words), async () => looseSteps(words, await lookUpWords(tx, vocabulary, words))];
  }
  return [
    () => [{ words: words.map((word) => [word]) }],
    async () => {
      const meant = await wordsMeant(tx, vocabulary, words);
      return meant === undefined ? [] : [{ words: meant }];
    },
  ];
}

/** Whole words, then beginnings of words: each step finds all that the step before it finds, and more. */
export const exactSteps = (words: string[]): Step[] => [
  { words: words.map((word) => [wholeWord(word)]) },
  { words: words.map((word) => [word]) },
];

/**
 * What was probably meant if nothing is spelt as the words are: first, for the words that begin no known one, the nearest;
 * then, for every word, all that are near it.
 */
export function looseSteps(words: string[], lookedUp: Map<string, LookedUpWord>): Step[] {
  const others = (word: string) => lookedUp.get(word)?.others ?? [];
  const nearest = (word: string) =>
    lookedUp.get(word)?.known === false ? others(word).filter(({ whole }) => whole === others(word)[0]?.whole) : [];
  return [nearest, others].map((of) => ({ words: words.map((word) => withOthers(word, of(word))) }));
}

/** The forms of a word and of others that may have been meant. */
export const withOthers = (word: string, others: LookedUpWord['others']) =>
  formsOf([word, ...others.map((other) => wholeWord(other.word))]);
