import { sql } from 'kysely';
import type { RowOf } from '../../platform/db/db.ts';
import { type ErasureStep, inPortions } from '../erasure/erasure.ts';
import { announce } from '../../platform/broadcast/broadcast.ts';
import { forgetWords } from '../../platform/search/search.ts';
import { clearBlogTexts } from './blogs.ts';
import { blogWords } from './search.ts';

/** Erases a leaver's articles and likes. */
export const eraseBlogs: ErasureStep = async ({ db }, { user_id }) => {
  await inPortions(async (rows) => {
    const { numAffectedRows = 0n } = await sql`
      with gone as (delete from blog_likes where (blog_id, user_id) in (
        select blog_id, user_id from blog_likes where user_id = ${user_id} order by blog_id limit ${rows}) returning blog_id)
      update blogs b set likes_count = likes_count - 1 from gone where b.id = gone.blog_id`.execute(db);
    return Number(numAffectedRows);
  });
  await inPortions(async (rows) => {
    return await db.transaction().execute(async (tx) => {
      const { rows: own } = await sql<RowOf<'blogs', 'id' | 'search'>>`
        select id, search from blogs where author_id = ${user_id} order by id limit ${rows} for update`.execute(tx);
      const ids = own.map(({ id }) => id);
      await sql`delete from blog_likes where blog_id = any(${ids}::int[])`.execute(tx);
      await sql`delete from blogs where id = any(${ids}::int[])`.execute(tx);
      await forgetWords(
        tx,
        blogWords,
        own.map(({ search }) => search),
      );
      for (const id of ids) await announce(tx, `blog:${id}`, { kind: 'moderated' });
      return ids.length;
    });
  });
  clearBlogTexts();
};
