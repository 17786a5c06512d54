import type { FullBlog } from '@carecommons/contract/blogs';
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { LikeButton } from './like-button.tsx';
import { blogQuery } from './members-api.ts';

const read = 'GET /apis/full/:blog_id/';
const like = 'POST /apis/like/:blog_id/';
const article: FullBlog = {
  id: 5,
  title: 'Sleep',
  body: '<p>Go to bed.</p>',
  author: { id: 2, username: 'ravi', email: null, provider: null },
  likes_count: 1,
  liked: false,
  created_at: '2026-01-05T08:00:00Z',
  updated_at: '2026-01-05T08:00:00Z',
  hidden_reason: null,
};

/** As the page has it: with what the cache holds. */
function Article() {
  const { data } = useQuery(blogQuery(useApi(), 5));
  return data && <LikeButton blog={data} />;
}

test('a like shows at once, before the server has answered, and is sent once', async () => {
  server.answer(read, article);
  server.answer(like, { liked: true, likes_count: 7 });
  const screen = await show(<Article />, { at: '/fullblog/5' });
  await expect.element(screen.getByText('1 like')).toBeVisible();
  const go = server.hold(like);
  await screen.getByRole('button', { name: 'Like' }).click();
  await expect.element(screen.getByText('2 likes')).toBeVisible();
  (screen.getByRole('button', { name: 'Liked' }).element() as HTMLElement).click();
  go();
  await expect.element(screen.getByText('7 likes')).toBeVisible();
  expect(server.asked(like)).toHaveLength(1);
});

test('one that the server does not take shows no more, and that is said', async () => {
  server.answer(read, article);
  server.refuse(like, 'busy');
  const screen = await show(<Article />, { at: '/fullblog/5' });
  await expect.element(screen.getByText('1 like')).toBeVisible();
  server.refuse(read, 'busy');
  await screen.getByRole('button', { name: 'Like' }).click();
  await expect.element(screen.getByText('That was not saved. Please try again.')).toBeVisible();
  await expect.element(screen.getByText('1 like')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Like', exact: true })).toBeVisible();
});
