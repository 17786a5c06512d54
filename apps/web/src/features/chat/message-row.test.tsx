import type { Message } from '@carecommons/contract/chat';
import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { BlockNotice, useBlocking } from './blocking.tsx';
import { MessageRow } from './message-row.tsx';
import type { Unsent } from './outbox.ts';
import { UnsentRow } from './unsent-row.tsx';

const message: Message = {
  id: 8,
  room: 3,
  seq: 8,
  content: 'Good morning',
  timestamp: '2026-01-05T08:00:00Z',
  user: { id: 2, username: 'ravi' },
  client_id: 'client-8',
  hidden_reason: null,
};
const own: Message = { ...message, user: { id: 1, username: 'asha' } };

test('one’s own message can be deleted', async () => {
  const onDelete = vi.fn<(one: Message) => void>();
  const screen = await show(<MessageRow message={own} me={1} follows={false} onDelete={onDelete} onBlock={() => {}} />);
  await expect.element(screen.getByRole('article', { name: 'You' })).toBeVisible();
  await screen.getByRole('button', { name: 'Delete: Good morning' }).click();
  expect(onDelete.mock.calls).toEqual([[own]]);
});

test('who wrote somebody else’s can be blocked, after opening what can be done', async () => {
  const onBlock = vi.fn<(one: Message['user']) => void>();
  const screen = await show(
    <MessageRow message={message} me={1} follows={false} onDelete={() => {}} onBlock={onBlock} />,
  );
  await expect.element(screen.getByText('ravi')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Delete/ }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'More about this message: Good morning' }).click();
  await screen.getByRole('button', { name: 'Block ravi' }).click();
  expect(onBlock.mock.calls).toEqual([[message.user]]);
});

test('the name is said once for messages that follow each other', async () => {
  const screen = await show(<MessageRow message={message} me={1} follows onDelete={() => {}} onBlock={() => {}} />);
  await expect.element(screen.getByText('Good morning')).toBeVisible();
  expect(screen.getByText('ravi').elements()).toEqual([]);
});

test('a hidden one says why, and only its author is led to the decision', async () => {
  const hidden = { hidden_reason: 'Not kind' };
  const screen = await show(
    <>
      <MessageRow message={{ ...own, ...hidden }} me={1} follows={false} onDelete={() => {}} onBlock={() => {}} />
      <MessageRow message={{ ...message, ...hidden }} me={1} follows={false} onDelete={() => {}} onBlock={() => {}} />
    </>,
  );
  await expect.poll(() => screen.getByText(/^Hidden by a moderator: Not kind/).elements().length).toBe(2);
  expect(screen.getByRole('link', { name: 'Read the decision, or appeal' }).elements()).toHaveLength(1);
});

const unsent = (more: Partial<Unsent> = {}): Unsent => ({
  client_id: 'client-9',
  room: 3,
  content: 'Good night',
  at: new Date().toISOString(),
  refused: null,
  ...more,
});

test('a message on its way can be neither tried again nor discarded until it is late', async () => {
  const screen = await show(<UnsentRow unsent={unsent()} onRetry={() => {}} onDrop={() => {}} />);
  await expect.element(screen.getByText('Sending…')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test.for([
  ['refused', { refused: 'This room is closed.' }],
  ['late', { at: new Date(Date.now() - 60_000).toISOString() }],
] as const)('one that is %s can be tried again or discarded', async ([, more]) => {
  const [onRetry, onDrop] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const screen = await show(<UnsentRow unsent={unsent(more)} onRetry={onRetry} onDrop={onDrop} />);
  if ('refused' in more) await expect.element(screen.getByText('Not sent: This room is closed.')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await screen.getByRole('button', { name: 'Discard' }).click();
  expect([onRetry.mock.calls.length, onDrop.mock.calls.length]).toEqual([1, 1]);
});

function Blocking() {
  const { block, undo, notice } = useBlocking();
  return (
    <>
      <button type="button" onClick={() => void block({ id: 2, username: 'ravi' })}>
        Block
      </button>
      <BlockNotice notice={notice} onUndo={(user) => void undo(user)} />
    </>
  );
}

test('a block is said, has the focus and can be undone; where it failed, that is said', async () => {
  server.refuse('PUT /apis/blocks/:user_id/', 'busy');
  const screen = await show(<Blocking />, { at: '/room/3' });
  await screen.getByRole('button', { name: 'Block' }).click();
  await expect.element(screen.getByText('That did not work. Please try again.')).toBeVisible();
  server.answer('PUT /apis/blocks/:user_id/', {});
  server.answer('DELETE /apis/blocks/:user_id/', {});
  await screen.getByRole('button', { name: 'Block' }).click();
  await expect.element(screen.getByText(/^You no longer see messages of ravi\./)).toBeVisible();
  expect(document.activeElement?.textContent).toContain('You no longer see messages of ravi.');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('You see messages of ravi again.')).toBeVisible();
  expect(server.asked('DELETE /apis/blocks/:user_id/').map(({ params }) => params.user_id)).toEqual(['2']);
});
