import type { Question } from '@carecommons/contract/help';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Page } from '../../platform/db/db.ts';
import {
  everything,
  groupsOf,
  inSearch,
  type Match,
  matchesWords,
  openVocabulary,
  readFound,
  searchPage,
  type Step,
} from '../../platform/search/search.ts';
import { askedBefore, type Cursor, readQuestions } from './questions.ts';

/** The words of questions. */
export const questionWords = openVocabulary({
  table: 'question_words',
  matchedAt: 'anywhere',
  usedIn: (pattern) => [sql`exists (select from questions q where q.hidden_at is null and q.search like ${pattern})`],
});

interface ListQuery {
  q?: string | undefined;
  limit: number;
  after?: Cursor | undefined;
}
type Key = [asked: number, id: number];

const matches = ({ words }: Step) => matchesWords(sql`q.search`, words, questionWords.matchedAt);
const keyOf = ({ prob_id, date }: Question): Key => [Date.parse(date), prob_id];

/** A page of the questions that are not hidden, newest first; with `q`, of those that match it. */
export async function listQuestions(db: Db, { q = '', limit, after }: ListQuery): Promise<Page<Question>> {
  const list = { limit, after, matches, read: readMatching, keyOf };
  if (q === '') return await searchPage(db, [everything], list);
  return await inSearch(db, async (tx) => await searchPage(tx, groupsOf(tx, questionWords, q), list));
}

async function readMatching(db: Db, { step, found }: Match, before: Key | undefined, most: number) {
  const visible = sql`q.hidden_at is null`;
  const read = async (which: RawBuilder<boolean>) => await readQuestions(db, { which, before, most });
  // PostgreSQL estimates well enough how many texts have one word.
  if (step.words.length < 2) return await read(sql<boolean>`${visible} and ${found}`);
  const rows = sql`select q.* from questions q where ${visible} and ${before === undefined ? sql`true` : askedBefore(before)}`;
  const order = sql`q.created_at desc, q.id desc`;
  return await readFound({ row: 'q', id: 'id', rows, order, match: found, most }, read);
}
