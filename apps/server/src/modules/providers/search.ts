import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { likelyMeant, planForWords, searchedWords } from '../../platform/search/search.ts';

type Row = { id: number; name_key: string };
/** How far a searched list was read: the step, and in it the name and id of the last row. */
export type Place = [step: number, name_key: string, id: number];
/** Whether a row is found, and what of that the index of beginnings knows. */
interface Match {
  found: RawBuilder<boolean>;
  beginnings: RawBuilder<boolean>;
}
/** Reads at most `limit` rows that match, ordered by name and id, after a row if one is given. */
type Read<R> = (db: Db, match: Match, after: [string, number] | undefined, limit: number) => Promise<R[]>;

/** A page of a list by name; with a query, of what matches it: the best matches first, each group by name. */
export async function searchPage<R extends Row>(
  db: Db,
  q: string | undefined,
  { limit, after }: { limit: number; after: Place | undefined },
  read: Read<R>,
): Promise<Page<R & { step: number }, Place>> {
  const rows: (R & { step: number })[] = [];
  const page = () => pageOf(rows, limit, (row): Place => [row.step, row.name_key, row.id]);

  async function walk(tx: Db, steps: Step[], first: number) {
    for (const [index, step] of steps.entries()) {
      const number = first + index;
      if (number < (after?.[0] ?? 0) || rows.length > limit) continue;
      const before = steps[index - 1];
      const found = before === undefined ? matches(step) : sql<boolean>`${matches(step)} and not (${matches(before)})`;
      const from: [string, number] | undefined = after?.[0] === number ? [after[1], after[2]] : undefined;
      const next = await read(tx, { found, beginnings: beginningsOf(step) }, from, limit + 1 - rows.length);
      rows.push(...next.map((row) => ({ ...row, step: number })));
    }
  }

  if (q === undefined || q === '') {
    await walk(db, [[]], 0);
    return page();
  }
  const words = searchedWords(q);
  if (words.length === 0) return page();
  return await db.transaction().execute(async (tx) => {
    await planForWords(tx);
    await walk(tx, exactSteps(words), 0);
    const exactly = rows.length > 0 || (after !== undefined && after[0] < exactStepCount);
    if (!exactly) await walk(tx, await looseSteps(tx, words), exactStepCount);
    return page();
  });
}

/** One way to understand a query: for each of its words the beginnings of which one must stand in a text. */
type Step = string[][];

function matches(step: Step) {
  if (step.length === 0) return sql<boolean>`true`;
  const words = step.map((beginnings) => {
    // Folded words hold none of LIKE's wildcards.
    const each = beginnings.map((beginning) => sql`search like ${`% ${beginning}%`}`);
    return sql`(${sql.join(each, sql` or `)})`;
  });
  return sql<boolean>`${sql.join(words, sql` and `)}`;
}

// So many letters `word_beginnings` has of a word.
const lettersKept = 12;

function beginningsOf(step: Step) {
  const words = step.map((beginnings) => {
    const kept = beginnings.map((beginning) => [...beginning].slice(0, lettersKept).join(''));
    return sql`word_beginnings(search) && ${kept}::text[]`;
  });
  return sql<boolean>`${sql.join(words, sql` and `)}`;
}

// Each step finds all that the one before it finds, and more. A word ends with a blank.
const wholeWord = (word: string) => `${word} `;
const exactSteps = (words: string[]): Step[] => [words.map((word) => [wholeWord(word)]), words.map((word) => [word])];
const exactStepCount = 2;

/**
 * What may have been meant where nothing is spelt so: first, for the words that nothing begins with, those nearest to
 * them; then, for every word, all that are near it.
 */
async function looseSteps(tx: Tx, words: string[]): Promise<Step[]> {
  const { rows } = await sql<RowOf<'search_words', 'word'> & { known: boolean; similar: string[] }>`
    select q.word,
      exists (select from search_words k where k.word >= q.word and k.word < q.word || chr(1114111)) as known,
      array(select w.word from search_words w
        where w.word % q.word and w.word <> q.word order by similarity(w.word, q.word) desc, w.word limit 40) as similar
    from unnest(${words}::text[]) q (word)`.execute(tx);
  const meant = rows.map(({ word, known, similar }) => ({ word, known, others: likelyMeant(word, similar) }));
  const nearest = meant.map(({ word, known, others }) => {
    return beginningOrOneOf(word, known ? [] : others.filter(({ whole }) => whole === others[0]?.whole));
  });
  return [nearest, meant.map(({ word, others }) => beginningOrOneOf(word, others))];
}

/** One, two or eight beginnings, and never a number between, so that there are few different statements to prepare. */
function beginningOrOneOf(word: string, others: { word: string }[]) {
  const beginnings = [word, ...others.slice(0, 7).map((other) => wholeWord(other.word))];
  while (beginnings.length > 2 && beginnings.length < 8) beginnings.push(word);
  return beginnings;
}
