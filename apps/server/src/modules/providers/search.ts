import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../core/db.ts';
import { fold } from '../../core/fold.ts';
import { type Page, pageOf } from '../../core/pages.ts';

type Row = { id: number; name_key: string };
/** How far a searched list was read: the step, and in it the name and id of the last row. */
export type Place = [step: number, name_key: string, id: number];
/** Reads at most `limit` rows that match, ordered by name and id, after a row if one is given. */
type Read<R> = (db: Db, match: RawBuilder<boolean>, after: [string, number] | undefined, limit: number) => Promise<R[]>;

const wordsAtMost = 6;

/** A page of a list by name; with a query, of what matches it: the best matches first, each group by name. */
export async function searchPage<R extends Row>(
  db: Db,
  q: string | undefined,
  { limit, after }: { limit: number; after: Place | undefined },
  read: Read<R>,
): Promise<Page<R>> {
  const rows: (R & { step: number })[] = [];
  const page = () => pageOf(rows, limit, (row): Place => [row.step, row.name_key, row.id]);

  async function walk(tx: Db, steps: string[][], first: number) {
    for (const [index, patterns] of steps.entries()) {
      const step = first + index;
      if (step < (after?.[0] ?? 0) || rows.length > limit) continue;
      const before = steps[index - 1];
      const match =
        before === undefined ? matches(patterns) : sql<boolean>`${matches(patterns)} and not (${matches(before)})`;
      const from: [string, number] | undefined = after?.[0] === step ? [after[1], after[2]] : undefined;
      const found = await read(tx, match, from, limit + 1 - rows.length);
      rows.push(...found.map((row) => ({ ...row, step })));
    }
  }

  if (q === undefined || q === '') {
    await walk(db, [[]], 0);
    return page();
  }
  const words = fold(q).split(' ').filter(Boolean).slice(0, wordsAtMost);
  if (words.length === 0) return page();
  return await db.transaction().execute(async (tx) => {
    // Planned for each query: a plan for words in general would not tell rare ones from frequent ones.
    // Less alike than pg_trgm asks for by itself, because one wrong letter spoils most of a short word's trigrams.
    await sql`
      select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('pg_trgm.similarity_threshold', '0.25', true)`.execute(tx);
    await walk(tx, exactSteps(words), 0);
    const exactly = rows.length > 0 || (after !== undefined && after[0] < exactStepCount);
    if (!exactly) await walk(tx, await looseSteps(tx, words), exactStepCount);
    return page();
  });
}

const matches = (patterns: string[]) =>
  patterns.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.join(
        patterns.map((one) => sql`search ~ ${one}`),
        sql` and `,
      )}`;

const exactStepCount = 2;

/**
 * The patterns of each step, one for each word; a step finds what the one before it finds, and more. First whole words,
 * then words that begin so.
 */
function exactSteps(words: string[]) {
  return [words.map((word) => ` ${word} `), words.map((word) => ` ${word}`)];
}

/**
 * What may have been meant where nothing is spelt so: first, for the words that nothing begins with, those most like
 * them; then, for every word, all that are much like it.
 */
async function looseSteps(tx: Tx, words: string[]) {
  const { rows } = await sql<{ word: string; known: boolean; similar: string; score: number }>`
    select q.word, w.word as similar, w.score,
      exists (select from search_words k where k.word >= q.word and k.word < q.word || chr(1114111)) as known
    from unnest(${words}::text[]) q (word)
    cross join lateral (
      select word, similarity(word, q.word) as score from search_words
      where word % q.word and word <> q.word order by score desc, word limit 8) w`.execute(tx);
  const best = words.map((word) => {
    const similar = rows.filter((row) => row.word === word && !row.known);
    return beginningOrOneOf(
      word,
      similar.filter((row) => row.score >= (similar[0]?.score ?? 0) - 0.02),
    );
  });
  const all = words.map((word) =>
    beginningOrOneOf(
      word,
      rows.filter((row) => row.word === word),
    ),
  );
  return [best, all];
}

function beginningOrOneOf(word: string, others: { similar: string }[]) {
  return ` (${[word, ...others.map(({ similar }) => `${similar} `)].join('|')})`;
}

/** The text by which something is found. */
export function searchTextOf(...parts: (string | null)[]): string {
  return ` ${fold(parts.filter((part) => part !== null).join(' '))} `;
}

/** Makes the words of search texts known, for the correction of typing errors. */
export async function keepWords(tx: Tx, texts: string[]) {
  const words = new Set(texts.flatMap((text) => text.split(' ')).filter((word) => word.length > 2));
  // Always in the same order, so that two who add the same words wait for each other and never in a circle.
  await sql`insert into search_words select unnest(${[...words].toSorted()}::text[]) on conflict do nothing`.execute(
    tx,
  );
}
