import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, nothing, page, strict, text } from './fields.ts';
import { blogContentLength, blogTitleLength } from './limits.ts';

/**
 * The author of an article. `email` is null for everybody but the author. `provider` is set if the author is listed as
 * a healthcare provider.
 */
const author = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  provider: z.nullable(z.object({ name: z.string(), education: z.string(), verified: z.boolean() })),
});
export type Author = z.output<typeof author>;

/**
 * An article as its card shows it. `content` is the beginning of its text without formatting. Instants are ISO 8601.
 */
const blog = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  author,
  likes_count: z.int(),
  created_at: z.string(),
});
export type Blog = z.output<typeof blog>;

/** The same for its author, with the time of deletion and a moderator's reason for hiding it. */
const ownBlog = z.object({
  ...blog.shape,
  hidden_reason: z.nullable(z.string()),
  deleted_at: z.nullable(z.string()),
});
export type OwnBlog = z.output<typeof ownBlog>;

/** An article to read. `body` is HTML, rendered and sanitised on the server. */
const fullBlog = z.object({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  author,
  likes_count: z.int(),
  liked: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  hidden_reason: z.nullable(z.string()),
});
export type FullBlog = z.output<typeof fullBlog>;

/** An article to edit: `content` is its source in Markdown; `version` differs after each change of it or of the title. */
const draft = z.object({ id: z.int(), title: z.string(), content: z.string(), version: z.string() });
export type BlogSource = z.output<typeof draft>;

const title = text(blogTitleLength);
const content = text(blogContentLength);
const params = strict({ blog_id: id });

export const listBlogs = endpoint({
  method: 'GET',
  path: '/apis/blogs/',
  access: 'anyone',
  summary: 'Lists articles, newest first, each with the beginning of its text.',
  query: strict(page),
  reply: z.array(blog),
});

export const getFullBlog = endpoint({
  method: 'GET',
  path: '/apis/full/:blog_id/',
  access: 'signed-in',
  summary: 'Returns an article in full.',
  params,
  reply: fullBlog,
  errors: ['not_found'],
});

export const createBlog = endpoint({
  method: 'POST',
  path: '/apis/blogs/create/',
  access: 'signed-in',
  summary: 'Publishes an article. Its content is Markdown.',
  body: strict({ title, content }),
  reply: fullBlog,
  status: 201,
  errors: ['said_already', 'too_many_requests'],
});

export const previewBlog = endpoint({
  method: 'POST',
  path: '/apis/blogs/preview/',
  access: 'signed-in',
  summary: 'Renders Markdown as it would appear in an article, and stores nothing.',
  body: strict({ content: text(blogContentLength, 0) }),
  reply: z.object({ body: z.string() }),
});

export const getBlog = endpoint({
  method: 'GET',
  path: '/apis/blogs/:blog_id/',
  access: 'signed-in',
  summary: 'Returns an article with its Markdown source, for its author to edit.',
  params,
  reply: draft,
  errors: ['not_found', 'not_allowed'],
});

export const changeBlog = endpoint({
  method: 'PATCH',
  path: '/apis/blogs/:blog_id/',
  access: 'signed-in',
  summary:
    "Changes the title or the content of the caller's article. With `version`, as it was read, only where nobody has changed it since.",
  params,
  body: strict({ title: z.optional(title), content: z.optional(content), version: z.optional(text(100)) }),
  reply: draft,
  errors: ['not_found', 'not_allowed', 'changed_meanwhile'],
});

export const deleteBlog = endpoint({
  method: 'DELETE',
  path: '/apis/blogs/:blog_id/',
  access: 'signed-in',
  summary: "Deletes the caller's article. It can be restored for 30 days.",
  params,
  reply: done,
  errors: ['not_found', 'not_allowed'],
});

export const restoreBlog = endpoint({
  method: 'POST',
  path: '/apis/blogs/:blog_id/restore/',
  access: 'signed-in',
  summary: 'Restores an article that the caller deleted within the last 30 days.',
  params,
  body: nothing,
  reply: fullBlog,
  errors: ['not_found', 'wrong_state'],
});

export const listOwnBlogs = endpoint({
  method: 'GET',
  path: '/apis/personal/:user_id/',
  access: 'signed-in',
  summary: "Lists the caller's own articles, newest first. With `deleted=true`, those that can still be restored.",
  params: strict({ user_id: id }),
  query: strict({ ...page, deleted: z.optional(z.enum(['true', 'false'])) }),
  reply: z.array(ownBlog),
  errors: ['not_found'],
});

export const likeBlog = endpoint({
  method: 'POST',
  path: '/apis/like/:blog_id/',
  access: 'signed-in',
  summary: 'Likes an article. Each person counts once.',
  params,
  body: nothing,
  reply: z.object({ likes_count: z.int(), liked: z.boolean() }),
  errors: ['not_found', 'too_many_requests'],
});
