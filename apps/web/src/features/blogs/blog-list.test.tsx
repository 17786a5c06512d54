import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { BlogList } from './blog-list.tsx';

const article = (id: number) => ({
  id,
  title: `Article ${id}`,
  content: 'Text',
  author: { id: 2, username: 'ravi', email: null, provider: null },
  likes_count: id,
  created_at: '2026-01-05T08:00:00Z',
});

test('says that there is none yet', async () => {
  server.answer('GET /apis/blogs/', []);
  const screen = await show(<BlogList />);
  await expect.element(screen.getByText('No blogs available yet')).toBeVisible();
});

test('shows more at a press, and says where more could not be loaded', async () => {
  server.answer('GET /apis/blogs/', [article(1)], 'c1');
  const screen = await show(<BlogList />);
  await expect.element(screen.getByRole('heading', { name: 'Article 1' })).toBeVisible();
  server.refuse('GET /apis/blogs/', 'busy');
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByText('More blogs could not be loaded.')).toBeVisible();
  server.answer('GET /apis/blogs/', [article(2)]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Article 2' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Article 1' })).toBeVisible();
});
