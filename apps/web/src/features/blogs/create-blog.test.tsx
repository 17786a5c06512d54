import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { CreateBlog } from './create-blog.tsx';

const publish = { name: 'Publish' };
const article = {
  id: 5,
  title: 'Sleep',
  body: '<p>Go to bed.</p>',
  author: { id: 1, username: 'asha', email: null, provider: null },
  likes_count: 0,
  liked: false,
  created_at: '2026-01-05T08:00:00Z',
  updated_at: '2026-01-05T08:00:00Z',
  hidden_reason: null,
};

async function write() {
  server.answer('POST /apis/blogs/preview/', ({ body }) => ({ body: `<p>${body.content}</p>` }));
  const screen = await show(<CreateBlog />, { at: '/createblog' });
  await screen.getByLabelText('Title').fill('Sleep');
  await screen.getByLabelText('Content').fill('Go to bed.');
  return screen;
}

test('cannot be published while it is blank, and tells how much of the title is left', async () => {
  server.answer('POST /apis/blogs/preview/', { body: '' });
  const screen = await show(<CreateBlog />, { at: '/createblog' });
  await expect.element(screen.getByRole('button', publish)).toBeDisabled();
  await screen.getByLabelText('Title').fill('Sleep');
  await expect.element(screen.getByRole('button', publish)).toBeDisabled();
  await expect.element(screen.getByLabelText('Title')).toHaveAccessibleDescription(/\d+ characters left/);
});

test('a title that takes no more says so', async () => {
  server.answer('POST /apis/blogs/preview/', { body: '' });
  const screen = await show(<CreateBlog />, { at: '/createblog' });
  await screen.getByLabelText('Title').fill('x'.repeat(119));
  await expect.element(screen.getByText('119/120')).toBeVisible();
  expect(screen.getByText(/^No more than/).elements()).toEqual([]);
  await screen.getByLabelText('Title').fill('x'.repeat(120));
  await expect.element(screen.getByRole('status').getByText('No more than 120 characters fit in here.')).toBeVisible();
});

test('what is refused stays as it was written, and is sent again with the same key', async () => {
  const screen = await write();
  server.refuse('POST /apis/blogs/create/', 'too_many_requests');
  await screen.getByRole('button', publish).click();
  await expect.element(screen.getByText('Your blog could not be published. Please try again.')).toBeVisible();
  await expect.element(screen.getByLabelText('Content')).toHaveValue('Go to bed.');
  server.answer('POST /apis/blogs/create/', article);
  await screen.getByRole('button', publish).click();
  await expect.element(screen.getByRole('alertdialog', { name: 'Your blog is published' })).toBeVisible();
  const [first, second] = server.asked('POST /apis/blogs/create/');
  expect(second?.body).toEqual({ title: 'Sleep', content: 'Go to bed.' });
  expect(second?.key).toBe(first?.key);
});

test('whoever is signed out meanwhile is asked to sign in, and loses nothing', async () => {
  const screen = await write();
  server.refuse('POST /apis/blogs/create/', 'session_ended');
  server.refuse('POST /token/refresh/', 'session_ended');
  await screen.getByRole('button', publish).click();
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  await expect.element(screen.getByLabelText('Content')).toHaveValue('Go to bed.');
});

test('a tool puts its marks around what is chosen', async () => {
  const screen = await write();
  (screen.getByLabelText('Content').element() as HTMLTextAreaElement).setSelectionRange(6, 9);
  await screen.getByRole('button', { name: 'Bold' }).click();
  await expect.element(screen.getByLabelText('Content')).toHaveValue('Go to **bed**.');
});
