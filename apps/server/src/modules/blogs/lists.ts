import type { Blog, OwnBlog } from '@carecommons/contract/blogs';
import { type RawBuilder, sql } from 'kysely';
import { type Db, pageOf, type RowOf } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { authorFor, joined, restorableSince } from './blogs.ts';

/** Where the previous page ended: the time of its last article, in milliseconds, and its id. */
export type Cursor = readonly [number, number];

interface ListQuery {
  limit: number;
  after?: Cursor | undefined;
}

type BlogRow = Omit<OwnBlog, 'created_at' | 'deleted_at'> & RowOf<'blogs', 'created_at' | 'deleted_at'>;

async function listBy(db: Db, which: RawBuilder<boolean>, reader: number | null, { limit, after }: ListQuery) {
  const from =
    after === undefined ? sql`true` : sql`(b.created_at, b.id) < (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const { rows } = await sql<BlogRow>`
    select b.id, b.title, b.excerpt as content, ${authorFor(reader)}, b.likes_count, b.created_at, b.hidden_reason,
      b.deleted_at
    from ${joined} where ${which} and ${from}
    order by b.created_at desc, b.id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ created_at, id }) => [created_at.getTime(), id]);
}

/** A page of the articles visible to everybody, newest first. */
export async function listBlogs(db: Db, asked: ListQuery) {
  const { rows, next } = await listBy(db, sql`b.deleted_at is null and b.hidden_at is null`, null, asked);
  const shown = rows.map(({ id, title, content, author, likes_count, created_at }): Blog => ({
    id,
    title,
    content,
    author,
    likes_count,
    created_at: created_at.toISOString(),
  }));
  return { rows: shown, next };
}

/** A page of the actor's own articles, or of the deleted ones that can be restored. Throws `not_found` for those of others. */
export async function listOwnBlogs(
  db: Db,
  actor: Actor,
  userId: number,
  deleted: boolean,
  asked: ListQuery,
  now: Date,
) {
  if (userId !== actor.user_id) throw new Problem('not_found');
  const state = deleted
    ? sql`b.deleted_at is not null and b.deleted_at > ${restorableSince(now)}`
    : sql`b.deleted_at is null`;
  const which = sql<boolean>`b.author_id = ${actor.user_id} and ${state}`;
  const { rows, next } = await listBy(db, which, actor.user_id, asked);
  const own = rows.map((row): OwnBlog => ({
    ...row,
    created_at: row.created_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }));
  return { rows: own, next };
}
