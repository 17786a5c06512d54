import { createHash } from 'node:crypto';
import { mayChangeBlog } from '@carecommons/contract/blog-rules';
import type { BlogSource, changeBlog as changes, createBlog, FullBlog } from '@carecommons/contract/blogs';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { blogRestoreDays } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import type { ColumnOf, Db, RowOf, Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { openResponseCache } from '../../platform/cache/cache.ts';
import type { Requester } from '../../platform/limits/limits.ts';
import { render, type Rendered } from '../../platform/content/content.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { indexWords, searchTextOf } from '../../platform/search/search.ts';
import { providerProfiles } from '../providers/providers.ts';
import { accounts } from '../accounts/accounts.ts';
import { blogWords } from './search.ts';

export { searchBlogs } from './search.ts';

/** Cached responses of the lists of articles. */
export const blogTexts = openResponseCache({ name: 'blogs' });
/** Cached feeds, by the site's URL. */
export const feedTexts = openResponseCache<string>({ name: 'feed', max: 20 });

/** Clears all cached responses about articles, in all processes; called after the commit of every change to an article. */
export function clearBlogTexts() {
  blogTexts.clear();
  feedTexts.clear();
}

const excerptLength = 300;

/** The author of `b`; only `reader` gets the email address, if it is theirs. */
export const authorFor = (reader: number | null) => sql`json_build_object('id', u.id, 'username', u.username,
  'email', case when u.id = ${reader}::int then u.email end, 'provider', case when p.user_id is not null then
    json_build_object('name', p.name, 'education', p.education, 'verified', p.verified) end) as author`;
export const joined = sql`blogs b join ${accounts} u on u.id = b.author_id
  left join ${providerProfiles} p on p.user_id = b.author_id and p.listed`;

/** Articles that were not deleted; hidden ones only for their author and for moderators. */
const visibleTo = (actor: Actor) => sql<boolean>`b.deleted_at is null
  and (b.hidden_at is null or b.author_id = ${actor.user_id} or ${actor.grants.includes('moderator')})`;

type FullRow = Omit<FullBlog, 'created_at' | 'updated_at'> & RowOf<'blogs', 'created_at' | 'updated_at'>;

/** One article to read. Throws `not_found`. */
export async function getFullBlog(db: Db, actor: Actor, id: number): Promise<FullBlog> {
  const { rows } = await sql<FullRow>`
    select b.id, b.title, b.body, ${authorFor(actor.user_id)}, b.likes_count, b.created_at, b.updated_at, b.hidden_reason,
      exists (select from blog_likes l where l.blog_id = b.id and l.user_id = ${actor.user_id}) as liked
    from ${joined} where b.id = ${id} and ${visibleTo(actor)}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Problem('not_found');
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

type SourceRow = RowOf<'blogs', 'id' | 'title' | 'content'>;

interface OwnRow extends SourceRow, RowOf<'blogs', 'excerpt'> {}

/** One of the actor's own articles in Markdown. Throws `not_found`, and `not_allowed` if the actor may only read it. */
export async function getBlog(db: Db, actor: Actor, id: number): Promise<BlogSource> {
  const { excerpt: _, ...source } = await findOwn(db, actor, id);
  return versioned(source);
}

/** The article with the version of its text. */
function versioned(source: SourceRow): BlogSource {
  const text = JSON.stringify([source.title, source.content]);
  return { ...source, version: createHash('sha256').update(text).digest('base64url') };
}

async function findOwn(db: Db, actor: Actor, id: number, lock = sql``): Promise<OwnRow> {
  const { rows } = await sql<OwnRow & RowOf<'blogs', 'author_id'>>`
    select b.id, b.title, b.content, b.excerpt, b.author_id from blogs b where b.id = ${id} and ${visibleTo(actor)} ${lock}`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  const { author_id, ...own } = rows[0];
  if (!mayChangeBlog(actor, { author: { id: author_id } })) throw new Problem('not_allowed');
  return own;
}

/**
 * What is stored of a text besides the text itself. Call it before the transaction, which it would hold up. Throws what
 * `render` throws.
 */
export async function renderBlog(content: string, requester?: Requester): Promise<Rendered> {
  return await render(content, 'content', requester);
}

const excerptOf = ({ words }: Rendered) => [...words].slice(0, excerptLength).join('');
/** The text that a search for articles matches. */
const soughtIn = (title: string, excerpt: string) => `${title} ${excerpt}`;

/** Publishes an article of the actor. */
export async function publish(
  tx: Tx,
  actor: Actor,
  { title, content }: BodyOf<typeof createBlog>,
  rendered: Rendered,
  now: Date,
): Promise<FullBlog> {
  const excerpt = excerptOf(rendered);
  await indexWords(tx, blogWords, [soughtIn(title, excerpt)]);
  const { rows } = await sql<RowOf<'blogs', 'id'>>`
    insert into blogs (author_id, title, content, body, excerpt, search, created_at, updated_at)
    values (${actor.user_id}, ${title}, ${content}, ${rendered.body}, ${excerpt},
      ${searchTextOf(soughtIn(title, excerpt))}, ${now}, ${now})
    returning id`.execute(tx);
  return await getFullBlog(tx, actor, (rows[0] as { id: number }).id);
}

/**
 * Changes the fields that were sent of one of the actor's articles; `rendered` accompanies a new text. Throws like `getBlog`,
 * and `changed_meanwhile` if the version sent is not the newest.
 */
export async function change(
  tx: Tx,
  actor: Actor,
  id: number,
  sent: BodyOf<typeof changes>,
  rendered: Rendered | undefined,
  now: Date,
): Promise<BlogSource> {
  const { excerpt: begun, ...before } = await findOwn(tx, actor, id, sql`for update`);
  if (sent.version !== undefined && sent.version !== versioned(before).version) throw new Problem('changed_meanwhile');
  const after = { ...before, title: sent.title ?? before.title, content: sent.content ?? before.content };
  const sought = soughtIn(after.title, rendered === undefined ? begun : excerptOf(rendered));
  const own = sql<boolean>`id = ${id} and author_id = ${actor.user_id}`;
  await indexWords(tx, blogWords, [sought]);
  await sql`
    update blogs set title = ${after.title}, search = ${searchTextOf(sought)}, updated_at = ${now} where ${own}`.execute(
    tx,
  );
  if (rendered !== undefined) {
    await sql`
      update blogs set content = ${after.content}, body = ${rendered.body}, excerpt = ${excerptOf(rendered)}
      where ${own}`.execute(tx);
  }
  return versioned(after);
}

/** Deletes one of the actor's articles; it can be restored for a while. Throws like `getBlog`. */
export async function remove(tx: Tx, actor: Actor, id: number, now: Date) {
  await findOwn(tx, actor, id, sql`for update`);
  await sql`update blogs set deleted_at = ${now} where id = ${id} and author_id = ${actor.user_id}`.execute(tx);
}

/** What was deleted before this moment cannot be restored. */
export const restorableSince = (now: Date) => new Date(now.getTime() - blogRestoreDays * 86_400_000);

/** Restores an article that the actor deleted. Throws `not_found`, and `wrong_state` if it is not deleted. */
export async function restore(tx: Tx, actor: Actor, id: number, now: Date): Promise<FullBlog> {
  const { rows } = await sql<RowOf<'blogs', 'deleted_at'>>`
    select deleted_at from blogs where id = ${id} and author_id = ${actor.user_id}
      and (deleted_at is null or deleted_at > ${restorableSince(now)}) for update`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_found');
  if (rows[0].deleted_at === null) throw new Problem('wrong_state', { message: 'This article is not deleted.' });
  await sql`update blogs set deleted_at = null where id = ${id} and author_id = ${actor.user_id}`.execute(tx);
  return await getFullBlog(tx, actor, id);
}

/** Likes an article; counted once for each person. Throws `not_found`. */
export async function like(tx: Tx, actor: Actor, id: number, now: Date) {
  const { rows } = await sql<RowOf<'blogs', 'likes_count'>>`
    select b.likes_count from blogs b where b.id = ${id} and ${visibleTo(actor)} for update`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_found');
  const { numAffectedRows } = await sql`
    insert into blog_likes (blog_id, user_id, liked_at) values (${id}, ${actor.user_id}, ${now})
    on conflict do nothing`.execute(tx);
  const added = Number(numAffectedRows ?? 0);
  if (added > 0) await sql`update blogs set likes_count = likes_count + 1 where id = ${id}`.execute(tx);
  return { likes_count: rows[0].likes_count + added, liked: true };
}

/**
 * Hides an article with a reason for its author, or, with undefined, shows it again. Returns its author and beginning;
 * undefined if there is no such article. The caller calls `clearBlogTexts` after the commit.
 */
export async function hide(tx: Tx, id: number, reason: string | undefined, at: Date) {
  const { rows } = await sql<RowOf<'blogs', 'excerpt'> & { author: ColumnOf<'blogs', 'author_id'> }>`
    update blogs set hidden_at = ${reason === undefined ? null : at}, hidden_reason = ${reason ?? null}
    where id = ${id}::bigint and deleted_at is null returning author_id as author, excerpt`.execute(tx);
  return rows[0];
}

/**
 * An article as a reportable item: its author, text and address, its topic, whether it is hidden. The number may be as large
 * as a message id.
 */
export const itemOfBlog = (id: number) => sql`
  select b.author_id as author, b.title || ': ' || b.excerpt as text, '/blog/' || b.id as address, 'blog:' || b.id as topic,
    b.hidden_at is not null as hidden
  from blogs b where b.id = ${id}::bigint and b.deleted_at is null`;

/** The times of publication of visible articles since a moment. */
export const articlesSince = (since: Date) =>
  sql`select created_at as at from blogs where created_at >= ${since} and deleted_at is null and hidden_at is null`;
