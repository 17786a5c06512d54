import { type RawBuilder, sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { part, planForWords, readFound, searchedWords, standsIn, wordsMeant } from '../../platform/search/search.ts';
import { people } from '../accounts/accounts.ts';
import { providerProfiles } from '../providers/providers.ts';

/** An article that was found. */
export interface FoundBlog extends RowOf<'blogs', 'id' | 'title'> {
  author: string;
}

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

async function newest(tx: Tx, patterns: string[][], most: number): Promise<FoundBlog[]> {
  const rows = sql`select b.* from blogs b where b.deleted_at is null and b.hidden_at is null`;
  const order = sql`b.created_at desc, b.id desc`;
  const match = standsIn(sql`b.search`, patterns);
  return await readFound(
    { row: 'b', id: 'id', rows, order, match, most },
    async (which) => await read(tx, which, most),
  );
}

async function read(tx: Tx, which: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<FoundBlog>`
    select b.id, b.title, coalesce(p.name, u.username) as author
    from blogs b join ${people} u on u.id = b.author_id left join ${providerProfiles} p on p.user_id = b.author_id and p.listed
    where ${which} order by b.created_at desc, b.id desc limit ${limit}`.execute(tx);
  return rows;
}
