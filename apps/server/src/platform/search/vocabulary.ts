import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { likelyMeant } from './spelling.ts';
import { formsOf, type MatchedAt, wholeWord, wordsOf } from './words.ts';

/** The words of the texts of a module, in a table beside them: they correct typing errors in a search. */
export interface Vocabulary {
  /** The name of the table of its words. */
  table: string;
  matchedAt: MatchedAt;
  /** Whether a text has what matches a pattern, for each table of texts. */
  usedIn: (pattern: RawBuilder<unknown>) => RawBuilder<boolean>[];
}

const vocabularies: Vocabulary[] = [];

/** Declares the vocabulary of a module. */
export function openVocabulary(vocabulary: Vocabulary) {
  vocabularies.push(vocabulary);
  return vocabulary;
}

/** Adds the words of search texts to the vocabulary. */
export async function indexWords(tx: Tx, { table }: Vocabulary, texts: readonly string[]) {
  // Always in the same order, so that two transactions that add the same words cannot deadlock.
  const words = [...longWordsOf(texts)].filter((word) => word.length <= 40).toSorted();
  await sql`insert into ${sql.table(table)} select unnest(${words}::text[]) on conflict do nothing`.execute(tx);
}

/** Removes the words of erased texts that are in no other text: they would tell what was written. */
export async function forgetWords(tx: Tx, { table, usedIn }: Vocabulary, texts: readonly string[]) {
  const unused = usedIn(sql`'% ' || w.word || ' %'`).map((used) => sql`not ${used}`);
  await sql`
    delete from ${sql.table(table)} w where w.word = any(${[...longWordsOf(texts)]}::text[])
      and ${sql.join(unused, sql` and `)}`.execute(tx);
}

const longWordsOf = (texts: readonly string[]) => new Set(texts.flatMap(wordsOf).filter((word) => word.length > 2));

/** Whether texts have a word, and the words of the vocabulary that are spelt almost like it, the nearest first. */
export interface LookedUpWord {
  known: boolean;
  others: ReturnType<typeof likelyMeant>;
}

/** Looks words of a search up in a vocabulary. */
export async function lookUpWords(tx: Tx, vocabulary: Vocabulary, words: string[]): Promise<Map<string, LookedUpWord>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; known: boolean; similar: string[] }>`
    select q.word, ${isKnown(vocabulary)} as known,
      array(select w.word from ${sql.table(vocabulary.table)} w
        where w.word % q.word and w.word <> q.word order by similarity(w.word, q.word) desc, w.word limit 40) as similar
    from unnest(${words}::text[]) q (word)`.execute(tx);
  return new Map(rows.map(({ word, known, similar }) => [word, { known, others: likelyMeant(word, similar) }]));
}

/** Whether a word of a search `q` is known. A word of one kind of long texts is no typing error in a search of another kind. */
function isKnown({ table, matchedAt }: Vocabulary) {
  if (matchedAt === 'beginning') {
    return sql`exists (select from ${sql.table(table)} k where k.word >= q.word and k.word < q.word || chr(1114111))`;
  }
  const tables = vocabularies.filter((one) => one.matchedAt === matchedAt).map((one) => one.table);
  const words = sql.join(
    tables.map((one) => sql`select word from ${sql.table(one)}`),
    sql` union all `,
  );
  return sql`(select count(*) > 0 from (${words}) k where k.word like '%' || q.word || '%')`;
}

/**
 * For each word of a search its forms: the word itself if it is known, else the words that were probably meant. Undefined if all
 * are known, or if nothing is similar to one of them.
 */
export async function wordsMeant(tx: Tx, vocabulary: Vocabulary, words: string[]): Promise<string[][] | undefined> {
  const found = await lookUpWords(
    tx,
    vocabulary,
    words.filter((word) => word.length > 2),
  );
  if ([...found.values()].every(({ known }) => known)) return undefined;
  const forms = words.map((word) => {
    const { known, others } = found.get(word) ?? { known: true, others: [] };
    return known ? [word] : others.map((other) => wholeWord(other.word));
  });
  return forms.some((of) => of.length === 0) ? undefined : forms.map(formsOf);
}
