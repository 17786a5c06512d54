import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { QueryList } from './query-list.tsx';

const words = { failure: 'The articles could not be loaded.', empty: <p>No articles yet.</p> };

function Articles() {
  const api = useApi();
  const list = useInfiniteQuery({
    queryKey: ['articles'],
    queryFn: ({ pageParam }) => api.list('GET /apis/blogs/', { query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
  return (
    <QueryList list={list} {...words}>
      {(rows) => (
        <ul>
          {rows.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

function Waits() {
  const api = useApi();
  const list = useQuery({ queryKey: ['waits'], queryFn: () => api.call('GET /api/waiting/') });
  return (
    <QueryList list={list} coming={<p>One moment</p>} {...words}>
      {(rows) => <p>{rows.length} rows</p>}
    </QueryList>
  );
}

const article = (id: number) => ({
  id,
  title: `Article ${id}`,
  content: 'Text',
  author: { id: 2, username: 'ravi', email: null, provider: null },
  likes_count: 0,
  created_at: '2026-01-05T08:00:00Z',
});

test('says that it is coming, then shows its rows', async () => {
  server.answer('GET /apis/blogs/', [article(1), article(2)]);
  const arrive = server.hold('GET /apis/blogs/');
  const screen = await show(<Articles />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading…');
  arrive();
  await expect.element(screen.getByText('Article 2')).toBeVisible();
  expect(screen.getByText('Loading…').elements()).toEqual([]);
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('says that there is nothing', async () => {
  server.answer('GET /apis/blogs/', []);
  const screen = await show(<Articles />);
  await expect.element(screen.getByText('No articles yet.')).toBeVisible();
});

test('what could not be loaded is tried again at a press', async () => {
  server.refuse('GET /apis/blogs/', 'busy');
  const screen = await show(<Articles />);
  await expect.element(screen.getByText(words.failure)).toBeVisible();
  expect(screen.getByText('No articles yet.').elements()).toEqual([]);
  server.answer('GET /apis/blogs/', [article(1)]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Article 1')).toBeVisible();
  expect(screen.getByText(words.failure).elements()).toEqual([]);
});

test('a list is asked for three times where no answer comes, once where it is refused', async () => {
  server.lose('GET /apis/blogs/');
  const screen = await show(<Articles />);
  await expect.element(screen.getByText(words.failure)).toBeVisible();
  expect(server.asked('GET /apis/blogs/')).toHaveLength(3);
  server.refuse('GET /apis/blogs/', 'internal_error');
  await screen.getByRole('button', { name: 'Try again' }).click();
  await vi.waitFor(() => expect(server.asked('GET /apis/blogs/')).toHaveLength(4));
});

test('whoever is signed out is led to sign in and back', async () => {
  server.refuse('GET /apis/blogs/', 'session_ended');
  const screen = await show(<Articles />, { signedIn: false, at: '/blog' });
  await expect
    .element(screen.getByRole('link', { name: 'Sign in again' }))
    .toHaveAttribute('href', '/login?next=%2Fblog');
});

test('the next page comes at a press, and its end is said', async () => {
  server.answer(
    'GET /apis/blogs/',
    ({ query }) => (query.cursor === 'c1' ? [article(2)] : [article(1)]),
    ({ query }) => (query.cursor === 'c1' ? undefined : 'c1'),
  );
  const screen = await show(<Articles />);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByText('Article 2')).toBeVisible();
  await expect.element(screen.getByText('Article 1')).toBeVisible();
  await expect.element(screen.getByText('These are all.')).toHaveFocus();
});

test('where the next page failed, what came stays and that page alone is asked for again', async () => {
  server.answer('GET /apis/blogs/', [article(1)], 'c1');
  const screen = await show(<Articles />);
  await expect.element(screen.getByText('Article 1')).toBeVisible();
  server.refuse('GET /apis/blogs/', 'busy');
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByText(words.failure)).toBeVisible();
  await expect.element(screen.getByText('Article 1')).toBeVisible();
  server.answer('GET /apis/blogs/', [article(2)]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Article 2')).toBeVisible();
  expect(server.asked('GET /apis/blogs/').map(({ query }) => query.cursor)).toEqual([undefined, 'c1', 'c1']);
});

test('an empty page with more behind it is not the end of the list', async () => {
  server.answer('GET /apis/blogs/', [], 'c1');
  const screen = await show(<Articles />);
  await expect.element(screen.getByRole('button', { name: 'Show more' })).toBeVisible();
  expect(screen.getByText('No articles yet.').elements()).toEqual([]);
});

test('a list that comes at once has no way to more, and may have its own sign that it is coming', async () => {
  server.answer('GET /api/waiting/', []);
  const arrive = server.hold('GET /api/waiting/');
  const screen = await show(<Waits />);
  await expect.element(screen.getByText('One moment')).toBeVisible();
  arrive();
  await expect.element(screen.getByText('No articles yet.')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});
