import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { likelyMeant, planForWords, searchedWords } from '../../platform/search/search.ts';
import type { UnknownWord } from './meaning.ts';

type NamedRow = { id: number; name_key: string };
/** How far a searched list was read: the step, and in it the name and id of the last row. */
export type Cursor = [step: number, name_key: string, id: number];

/** One way to match: for each word the beginnings of which one must stand in the text; and what else must hold. */
export interface Step {
  words: string[][];
  speciality?: number | undefined;
  also?: RawBuilder<boolean> | undefined;
  verified?: boolean;
}
/** What a step finds that those before it in its group do not, and what of that the index of beginnings knows. */
export interface Match {
  step: Step;
  found: RawBuilder<boolean>;
  beginnings: RawBuilder<boolean>;
}
/** Reads at most `limit` rows that match, ordered by name and id, after a row if one is given. */
type Read<R> = (db: Db, match: Match, after: [string, number] | undefined, limit: number) => Promise<R[]>;
/** Steps of which all are read; the next group is tried only where one found nothing. */
export type Group = () => Step[] | Promise<Step[]>;

const stepsOfGroup = 100;
/** The group in which a row was found, by its number. */
export const groupOf = (step: number) => Math.floor(step / stepsOfGroup);

interface ListQuery {
  limit: number;
  after: Cursor | undefined;
}

/** A page of a list by name. */
export async function namedPage<R extends NamedRow>(db: Db, { limit, after }: ListQuery, read: Read<R>) {
  const step: Step = { words: [] };
  const from: [string, number] | undefined = after === undefined ? undefined : [after[1], after[2]];
  const match = { step, found: sql<boolean>`true`, beginnings: sql<boolean>`true` };
  const rows = await read(db, match, from, limit + 1);
  return pageOf(
    rows.map((row) => ({ ...row, step: 0 })),
    limit,
    cursorOf,
  );
}

/** A page of what is found: by the first group of steps that finds anything, step by step, and in each by name. */
export async function searchPage<R extends NamedRow>(
  tx: Db,
  groups: Group[],
  { limit, after }: ListQuery,
  read: Read<R>,
): Promise<Page<R & { step: number }, Cursor>> {
  const rows: (R & { step: number })[] = [];
  const first = groupOf(after?.[0] ?? 0);
  for (const [at, group] of groups.entries()) {
    if (at < first) continue;
    const steps = await group();
    for (const [index, step] of steps.entries()) {
      const number = at * stepsOfGroup + index;
      if (number < (after?.[0] ?? 0) || rows.length > limit) continue;
      const before = steps.slice(0, index).map((other) => sql`not ${matches(other)}`);
      const found = sql<boolean>`${sql.join([matches(step), ...before], sql` and `)}`;
      const from: [string, number] | undefined = after?.[0] === number ? [after[1], after[2]] : undefined;
      const next = await read(tx, { step, found, beginnings: beginningsOf(step) }, from, limit + 1 - rows.length);
      rows.push(...next.map((row) => ({ ...row, step: number })));
    }
    if (rows.length > 0 || after !== undefined) break;
  }
  return pageOf(rows, limit, cursorOf);
}

const cursorOf = (row: NamedRow & { step: number }): Cursor => [row.step, row.name_key, row.id];

/** Searches within a transaction, in which each search is planned for its own words. */
export async function inSearch<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await planForWords(tx);
    return await work(tx);
  });
}

/** The groups by which a text is searched for as it is written: the words themselves, and what was likely meant by them. */
export function groupsOfText(tx: Tx, q: string): Group[] {
  const words = searchedWords(q);
  return words.length === 0
    ? []
    : [() => exactSteps(words), async () => looseSteps(words, await unknownWords(tx, words))];
}

function matches({ words, speciality, also, verified }: Step): RawBuilder<boolean> {
  const conditions = words.map((beginnings) => {
    // Folded words hold none of LIKE's wildcards.
    const each = beginnings.map((beginning) => sql`search like ${`% ${beginning}%`}`);
    return sql`(${sql.join(each, sql` or `)})`;
  });
  if (speciality !== undefined) conditions.push(practises(speciality));
  if (also !== undefined) conditions.push(also);
  if (verified !== undefined) conditions.push(verified ? sql`p.verified` : sql`not p.verified`);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const practises = (speciality: number) => sql<boolean>`exists (
  select from provider_specialities o where o.provider_id = p.user_id and o.speciality_id = ${speciality})`;

// So many letters `word_beginnings` has of a word.
const lettersKept = 12;

function beginningsOf({ words }: Step): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`true`;
  const each = words.map((beginnings) => {
    // Of a name of several words the first; what ends with a blank is a whole word.
    const first = beginnings.map((beginning) => /^[^ ]+ ?/.exec(beginning)?.[0] ?? '');
    const kept = first.map((beginning) => [...beginning].slice(0, lettersKept).join(''));
    return sql`word_beginnings(search) && ${kept}::text[]`;
  });
  return sql<boolean>`${sql.join(each, sql` and `)}`;
}

// Each step finds all that the one before it finds, and more. A word ends with a blank.
export const wholeWord = (word: string) => `${word} `;
export const exactSteps = (words: string[]): Step[] => [
  { words: words.map((word) => [wholeWord(word)]) },
  { words: words.map((word) => [word]) },
];

/** Which of the words begin none that is known, and which of those are spelt nearly so. */
export async function unknownWords(tx: Tx, words: string[]): Promise<Map<string, UnknownWord>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<RowOf<'search_words', 'word'> & { known: boolean; similar: string[] }>`
    select q.word,
      exists (select from search_words k where k.word >= q.word and k.word < q.word || chr(1114111)) as known,
      array(select w.word from search_words w
        where w.word % q.word and w.word <> q.word order by similarity(w.word, q.word) desc, w.word limit 40) as similar
    from unnest(${words}::text[]) q (word)`.execute(tx);
  return new Map(rows.map(({ word, known, similar }) => [word, { known, others: likelyMeant(word, similar) }]));
}

/**
 * What may have been meant where nothing is spelt so: first, for the words that nothing begins with, those nearest to
 * them; then, for every word, all that are near it.
 */
export function looseSteps(words: string[], meant: Map<string, UnknownWord>): Step[] {
  const others = (word: string) => meant.get(word)?.others ?? [];
  const nearest = (word: string) =>
    meant.get(word)?.known === false ? others(word).filter(({ whole }) => whole === others(word)[0]?.whole) : [];
  return [nearest, others].map((of) => ({ words: words.map((word) => beginningOrOneOf(word, of(word))) }));
}

/** One, two or eight beginnings, and never a number between, so that there are few different statements to prepare. */
export function beginningOrOneOf(word: string, others: { word: string }[]) {
  const beginnings = [word, ...others.slice(0, 7).map((other) => wholeWord(other.word))];
  while (beginnings.length > 2 && beginnings.length < 8) beginnings.push(word);
  return beginnings;
}
