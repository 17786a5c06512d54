import { Stethoscope } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { CallError } from '../../lib/calls/call.ts';
import { Timeline, type TimelineSource } from './timeline.tsx';

const entry = (key: string, at: string) => ({ key, at, icon: Stethoscope, kind: 'Visit', title: key, to: '/record' });
const refusal = new CallError(503, { code: 'busy', message: 'Busy', errors: [] });

function source(entries: TimelineSource['entries'], list: Partial<TimelineSource['list']> = {}): TimelineSource {
  const nothing = () => new Promise<never>(() => {});
  const rest = { isPending: false, hasNextPage: false, isFetchingNextPage: false };
  return { entries, list: { error: null, ...rest, fetchNextPage: nothing, refetch: nothing, ...list } };
}
const timeline = (...sources: TimelineSource[]) => (
  <Timeline sources={sources} empty={<p>Nothing yet.</p>} failure="Your health could not be loaded." />
);

test('is coming until all of its lists are there', async () => {
  const screen = await show(timeline(source([entry('one', '2026-01-05T08:00:00Z')]), source([], { isPending: true })));
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading…');
  expect(screen.getByText('one').elements()).toEqual([]);
});

test('says that there is nothing only where all of them are empty', async () => {
  const screen = await show(timeline(source([]), source([])));
  await expect.element(screen.getByText('Nothing yet.')).toBeVisible();
});

test('draws its lists as one, newest first, under their months', async () => {
  const screen = await show(
    timeline(
      source([entry('march', '2026-03-05T08:00:00Z'), entry('january', '2026-01-05T08:00:00Z')]),
      source([entry('february', '2026-02-05T08:00:00Z')]),
    ),
  );
  await expect.element(screen.getByRole('heading', { name: 'March 2026' })).toBeVisible();
  const titles = screen.getByRole('heading', { level: 3 }).elements();
  expect(titles.map(({ textContent }) => textContent)).toEqual(['march', 'february', 'january']);
});

test('what failed is said above what came, and asked for again alone', async () => {
  const refetch = vi.fn<TimelineSource['list']['refetch']>();
  const screen = await show(
    timeline(source([entry('one', '2026-01-05T08:00:00Z')]), source([], { error: refusal, refetch })),
  );
  await expect.element(screen.getByText('one')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  expect(refetch).toHaveBeenCalledOnce();
});

test('does not say that there is nothing where that is not known', async () => {
  const screen = await show(timeline(source([]), source([], { error: refusal })));
  await expect.element(screen.getByText('Your health could not be loaded.')).toBeVisible();
  expect(screen.getByText('Nothing yet.').elements()).toEqual([]);
});

test('asks for more of the list that hides what lies further back', async () => {
  const fetchNextPage = vi.fn<TimelineSource['list']['fetchNextPage']>();
  const screen = await show(
    timeline(
      source([entry('new', '2026-03-05T08:00:00Z')], { hasNextPage: true, fetchNextPage }),
      source([entry('old', '2026-01-05T08:00:00Z')]),
    ),
  );
  await expect.element(screen.getByText('new')).toBeVisible();
  expect(screen.getByText('old').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Show more' }).click();
  expect(fetchNextPage).toHaveBeenCalledOnce();
});
