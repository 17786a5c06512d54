import { type RawBuilder, sql } from 'kysely';
import type { Db, RowOf } from '../../platform/db/db.ts';
import {
  groupsOf,
  inSearch,
  type Match,
  matchesWords,
  openVocabulary,
  readFound,
  searchPage,
  type Step,
} from '../../platform/search/search.ts';
import { people } from '../accounts/accounts.ts';
import { providerProfiles } from '../providers/providers.ts';

/** The words of articles. */
export const blogWords = openVocabulary({
  table: 'blog_words',
  matchedAt: 'anywhere',
  usedIn: (pattern) => [
    sql`exists (select from blogs b where b.deleted_at is null and b.hidden_at is null and b.search like ${pattern})`,
  ],
});

/** An article that was found. */
export interface FoundBlog extends RowOf<'blogs', 'id' | 'title'> {
  author: string;
}

const matches = ({ words }: Step) => matchesWords(sql`b.search`, words, blogWords.matchedAt);
const keyOf = ({ id }: FoundBlog) => [id];

/** The newest visible articles whose title or beginning has the words of `q`, as written or as probably meant. */
export async function searchBlogs(db: Db, q: string, limit: number): Promise<FoundBlog[]> {
  const list = { limit, after: undefined, matches, read: newest, keyOf };
  return await inSearch(db, async (tx) => (await searchPage(tx, groupsOf(tx, blogWords, q), list)).rows);
}

async function newest(db: Db, { found }: Match, _after: number[] | undefined, most: number): Promise<FoundBlog[]> {
  const rows = sql`select b.* from blogs b where b.deleted_at is null and b.hidden_at is null`;
  const order = sql`b.created_at desc, b.id desc`;
  return await readFound(
    { row: 'b', id: 'id', rows, order, match: found, most },
    async (which) => await read(db, which, most),
  );
}

async function read(db: Db, which: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<FoundBlog>`
    select b.id, b.title, coalesce(p.name, u.username) as author
    from blogs b join ${people} u on u.id = b.author_id left join ${providerProfiles} p on p.user_id = b.author_id and p.listed
    where ${which} order by b.created_at desc, b.id desc limit ${limit}`.execute(db);
  return rows;
}
