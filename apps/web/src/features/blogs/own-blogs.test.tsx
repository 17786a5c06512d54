import type { OwnBlog } from '@carecommons/contract/blogs';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { DeleteBlog } from './delete-blog.tsx';
import { DeletedBlogs, OwnBlogs } from './own-blogs.tsx';

const list = 'GET /apis/personal/:user_id/';
const restore = 'POST /apis/blogs/:blog_id/restore/';
const remove = 'DELETE /apis/blogs/:blog_id/';
const article: OwnBlog = {
  id: 5,
  title: 'Sleep',
  content: 'Go to bed.',
  author: { id: 1, username: 'asha', email: null, provider: null },
  likes_count: 0,
  created_at: '2026-01-05T08:00:00Z',
  hidden_reason: null,
  deleted_at: null,
};
const deleted: OwnBlog = { ...article, id: 6, title: 'خواب', deleted_at: '2026-01-05T08:00:00Z' };

test('says that nothing was written, or that the articles could not be loaded', async () => {
  server.refuse(list, 'busy');
  const screen = await show(<OwnBlogs user={1} />, { at: '/personalblog' });
  await expect.element(screen.getByText('Your blogs could not be loaded.')).toBeVisible();
  server.answer(list, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No Blog Right Now')).toBeVisible();
});

test('each article can be changed and deleted, and says where a moderator has hidden it', async () => {
  server.answer(list, [{ ...article, hidden_reason: 'Not true' }]);
  const screen = await show(<OwnBlogs user={1} />, { at: '/personalblog' });
  await expect.element(screen.getByText('Hidden by a moderator: Not true')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Update: Sleep' })).toHaveAttribute('href', '/blog/update/5');
  await expect.element(screen.getByRole('link', { name: 'Delete: Sleep' })).toHaveAttribute('href', '/blog/del/5');
});

test('nothing is said of deleted ones where there are none', async () => {
  server.answer(list, []);
  const screen = await show(<DeletedBlogs user={1} />, { at: '/personalblog' });
  await expect.poll(() => server.asked(list).map(({ query }) => query.deleted)).toEqual(['true']);
  expect(screen.getByRole('heading').elements()).toEqual([]);
});

test('a deleted one can be restored for thirty days, and where that fails it can be tried again', async () => {
  server.answer(list, [deleted]);
  server.refuse(restore, 'busy');
  const screen = await show(<DeletedBlogs user={1} />, { at: '/personalblog' });
  await expect.element(screen.getByText(/^Can be restored until .*4 Feb/)).toBeVisible();
  await screen.getByRole('button', { name: 'Restore: خواب' }).click();
  await expect.element(screen.getByText('The blog could not be restored.')).toBeVisible();
  server.answer(restore, () => {
    server.answer(list, []);
    const { id, title, author, likes_count, created_at } = deleted;
    const written = { body: '<p>Go to bed.</p>', liked: false, updated_at: created_at, hidden_reason: null };
    return { id, title, author, likes_count, created_at, ...written };
  });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => screen.getByRole('button').elements()).toEqual([]);
  expect(server.asked(restore).at(-1)?.params).toEqual({ blog_id: '6' });
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('the title of a deleted one runs the way of its own letters', async () => {
  server.answer(list, [deleted]);
  const screen = await show(<DeletedBlogs user={1} />, { at: '/personalblog' });
  await expect.element(screen.getByText('خواب')).toBeVisible();
  expect(getComputedStyle(screen.getByText('خواب').element()).direction).toBe('rtl');
});

test('the page that deletes does so once, and says that it can be restored', async () => {
  server.answer(remove, {});
  const screen = await show(<DeleteBlog id="5" />, { at: '/blog/del/5' });
  await expect.element(screen.getByText('Deleting the blog...')).toBeVisible();
  await expect.poll(() => window.location.pathname).toBe('/blog');
  expect(server.asked(remove)).toHaveLength(1);
});

test('where deleting failed, it is said and can be tried again; what is gone already counts as deleted', async () => {
  server.refuse(remove, 'busy');
  const screen = await show(<DeleteBlog id="5" />, { at: '/blog/del/5' });
  await expect.element(screen.getByText('The blog could not be deleted.')).toBeVisible();
  server.refuse(remove, 'not_found');
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => window.location.pathname).toBe('/blog');
});
