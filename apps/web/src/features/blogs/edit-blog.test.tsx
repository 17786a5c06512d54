import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { EditBlog } from './edit-blog.tsx';

const change = 'PATCH /apis/blogs/:blog_id/';
const read = 'GET /apis/blogs/:blog_id/';
const began = { id: 5, title: 'Sleep', content: 'Go to bed.', version: 'first' };
const elsewhere = { id: 5, title: 'Sleep well', content: 'Rise early.', version: 'second' };

/** Opens the article and writes a new text, while it was saved in another tab; what is saved is refused for that. */
async function writeToo() {
  server.answer('POST /apis/blogs/preview/', ({ body }) => ({ body: `<p>${body.content}</p>` }));
  server.answer(read, began);
  const screen = await show(<EditBlog id="5" />, { at: '/blog/update/5' });
  await screen.getByLabelText('Content', { exact: true }).fill('Go to bed early.');
  server.answer(read, elsewhere);
  server.refuse(change, 'changed_meanwhile');
  await screen.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(screen.getByText(/^This article was saved elsewhere meanwhile/)).toBeVisible();
  server.answer(change, ({ body: { title = '', content = '' } }) => ({ id: 5, title, content, version: 'third' }));
  return screen;
}

const sent = () => server.asked(change).map(({ body }) => body);

test('starts with what is saved, and each save goes on from the one before', async () => {
  server.answer('POST /apis/blogs/preview/', { body: '' });
  server.answer(read, began);
  server.answer(change, ({ body: { content = '', version } }) => ({ ...began, content, version: `after ${version}` }));
  const screen = await show(<EditBlog id="5" />, { at: '/blog/update/5' });
  const content = screen.getByLabelText('Content', { exact: true });
  await expect.element(content).toHaveValue('Go to bed.');
  for (const text of ['One', 'Two']) {
    await content.fill(text);
    await screen.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  }
  expect(sent()).toEqual([
    { title: 'Sleep', content: 'One', version: 'first' },
    { title: 'Sleep', content: 'Two', version: 'after first' },
  ]);
});

test('a text that was saved elsewhere meanwhile stands beside what was written, and neither is lost', async () => {
  const screen = await writeToo();
  await expect.element(screen.getByLabelText('Content', { exact: true })).toHaveValue('Go to bed early.');
  await expect.element(screen.getByLabelText('Saved title')).toHaveValue('Sleep well');
  await expect.element(screen.getByLabelText('Saved content')).toHaveValue('Rise early.');
  await screen.getByRole('button', { name: 'Save what I wrote' }).click();
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(screen.getByLabelText('Saved content')).not.toBeInTheDocument();
  expect(sent().at(-1)).toEqual({ title: 'Sleep', content: 'Go to bed early.', version: 'second' });
});

test('both texts can be joined in the form', async () => {
  const screen = await writeToo();
  await screen.getByRole('button', { name: 'Put the saved text below mine' }).click();
  await expect
    .element(screen.getByLabelText('Content', { exact: true }))
    .toHaveValue('Go to bed early.\n\nRise early.');
  await screen.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  expect(sent().at(-1)).toMatchObject({ version: 'second' });
});

test('the saved text can be taken instead', async () => {
  const screen = await writeToo();
  await screen.getByRole('button', { name: 'Discard mine and use the saved text' }).click();
  await expect.element(screen.getByLabelText('Title', { exact: true })).toHaveValue('Sleep well');
  await expect.element(screen.getByLabelText('Content', { exact: true })).toHaveValue('Rise early.');
});

test('what could not be sent stays as it was written', async () => {
  server.answer('POST /apis/blogs/preview/', { body: '' });
  server.answer(read, began);
  server.lose(change);
  const screen = await show(<EditBlog id="5" />, { at: '/blog/update/5' });
  await screen.getByLabelText('Content', { exact: true }).fill('Another text');
  await screen.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(screen.getByText('Your changes could not be saved. Please try again.')).toBeVisible();
  await expect.element(screen.getByLabelText('Content', { exact: true })).toHaveValue('Another text');
});
