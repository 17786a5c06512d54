import { errorCodes } from '@carecommons/contract/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { CallError } from '../lib/calls/call.ts';
import { HeadContext } from '../lib/head.tsx';
import { ErrorView, NotFoundView } from './error-view.tsx';

const refused = (code: keyof typeof errorCodes) =>
  new CallError(errorCodes[code].status, { code, message: errorCodes[code].message, errors: [] });
const calm = /It may have been deleted/;

test.each([
  ['/blog/1', 'Blog', '/blog'],
  ['/comment/1', 'Help Center', '/help'],
  ['/appointment/1', 'View Appointments', '/book'],
  ['/room/1', 'Chat Room', '/chat'],
  ['/record/1', 'View Reports', '/record'],
  ['/books/1', 'Find a provider', '/providers'],
])('what is not at %s any more is told calmly, with the way to all of its kind', async (at, name, to) => {
  await show(
    <HeadContext value={{}}>
      <ErrorView error={refused('not_found')} />
    </HeadContext>,
    { at },
  );
  await expect.element(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect.element(page.getByText(calm)).toBeVisible();
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', to);
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('an address of no page leads home', async () => {
  await show(
    <HeadContext value={{}}>
      <NotFoundView />
    </HeadContext>,
    { at: '/nowhere' },
  );
  await expect.element(page.getByText(calm)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
});

test('what failed can be tried again, and is not said to be gone', async () => {
  await show(
    <HeadContext value={{}}>
      <ErrorView error={refused('internal_error')} />
    </HeadContext>,
    { at: '/blog/1' },
  );
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(page.getByText(calm).elements()).toHaveLength(0);
});
