import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../core/db.ts';
import { part, planForWords, searchedWords, standsIn, wordsMeant } from '../../core/words.ts';

/** An article that was found. */
export interface FoundBlog {
  id: number;
  title: string;
  author: string;
}

// So many of the newest are looked through for words that may stand in many: a millisecond or two.
const lookedThrough = 4000;

/** The newest articles that everybody sees and whose title or beginning holds the words of `q`, spelt so or meant so. */
export async function searchBlogs(db: Db, q: string, limit: number): Promise<FoundBlog[]> {
  const words = searchedWords(q);
  if (words.length === 0) return [];
  return await db.transaction().execute(async (tx) => {
    await planForWords(tx);
    const asWritten = await newest(
      tx,
      words.map((word) => [part(word)]),
      limit,
    );
    if (asWritten.length > 0) return asWritten;
    const meant = await wordsMeant(tx, 'blog_words', words);
    return meant === undefined ? [] : await newest(tx, meant, limit);
  });
}

/**
 * How often words stand in texts, and together, PostgreSQL cannot know: it would look through all articles for some that are
 * rare. So only the newest are looked through, and then the words are looked up.
 */
async function newest(tx: Tx, patterns: string[][], limit: number): Promise<FoundBlog[]> {
  const which = sql<boolean>`b.deleted_at is null and b.hidden_at is null and ${standsIn(sql`b.search`, patterns)}`;
  const recent = await read(
    tx,
    sql`${which} and (b.created_at, b.id) >= (
      select n.created_at, n.id from (
        select b.created_at, b.id from blogs b where b.deleted_at is null and b.hidden_at is null
        order by b.created_at desc, b.id desc limit ${lookedThrough}) n
      order by n.created_at, n.id limit 1)`,
    limit,
  );
  if (recent.length === limit) return recent;
  // The order is none that an index has, so that the words are what is looked up.
  const ids = sql`array(
    select b.id from blogs b where ${which} order by b.created_at + interval '0' desc, b.id desc limit ${limit})`;
  return await read(tx, sql`b.id = any(${ids})`, limit);
}

async function read(tx: Tx, which: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<FoundBlog>`
    select b.id, b.title, coalesce(p.name, u.username) as author
    from blogs b join users u on u.id = b.author_id left join providers p on p.user_id = b.author_id and p.listed
    where ${which} order by b.created_at desc, b.id desc limit ${limit}`.execute(tx);
  return rows;
}
