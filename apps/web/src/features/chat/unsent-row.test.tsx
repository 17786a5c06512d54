import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { UnsentRow } from './unsent-row.tsx';

const onRetry = vi.fn<() => void>();
const onDrop = vi.fn<() => void>();
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

beforeEach(() => {
  onRetry.mockReset();
  onDrop.mockReset();
});
afterEach(() => void window.dispatchEvent(new Event('online')));

const shown = (changes: { at?: string; refused?: string; slower?: string } = {}) =>
  show(
    <UnsentRow
      unsent={{ client_id: 'a', room: 3, content: 'Good morning', at: secondsAgo(0), refused: null, ...changes }}
      onRetry={onRetry}
      onDrop={onDrop}
    />,
  );

test('a message on its way says so, and for some seconds nothing else', async () => {
  const screen = await shown();
  await expect.element(screen.getByText('Sending…')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('one that takes long can be tried again or given up', async () => {
  const screen = await shown({ at: secondsAgo(10) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await screen.getByRole('button', { name: 'Discard' }).click();
  expect([onRetry.mock.calls.length, onDrop.mock.calls.length]).toEqual([1, 1]);
});

test.for([
  ['slower', { slower: 'Please write more slowly.' }, 'Please write more slowly.'],
  ['refused', { refused: 'This room is closed.' }, 'Not sent: This room is closed.'],
] as const)('why it is not sent is said: %s', async ([, changes, message]) => {
  const screen = await shown(changes);
  await expect.element(screen.getByText(message)).toBeVisible();
  expect(screen.getByText('Sending…').elements()).toEqual([]);
});

test('without a network it waits for one, and says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  const screen = await shown();
  await expect.element(screen.getByText('Waiting for a network. It will be sent when you are online.')).toBeVisible();
});
