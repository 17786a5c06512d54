import type { Message } from '@carecommons/contract/chat';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show, signIn } from '../../../test/show.tsx';
import { call, list } from '../../lib/calls/call.ts';
import { eraseKept } from '../../lib/kept/kept.ts';
import { dropSession } from '../../lib/session/session.ts';
import { openOutbox, type Outbox } from './outbox.ts';
import { UnsentMessages } from './unsent-messages.tsx';

const create = 'POST /apis/messages-create/:room_id/';
const [asha, ravi] = [1, 2];
const onSent = vi.fn<(message: Message) => void>();
let opened: Outbox[] = [];

function open(userId = asha) {
  const outbox = openOutbox({ api: { call, list }, userId, onSent });
  opened.push(outbox);
  return outbox;
}

/** Takes every message from now on. */
function take() {
  server.answer(create, ({ params, body }) => ({
    id: 1,
    room: Number(params.room_id),
    seq: 1,
    content: body.content,
    timestamp: '2026-01-05T08:00:00Z',
    user: { id: asha, username: 'asha' },
    client_id: body.client_id ?? '',
    hidden_reason: null,
  }));
}

const attempts = () => server.asked(create);
const sent = () => attempts().map(({ body }) => body.content);
const waiting = (outbox: Outbox) => outbox.unsent().map(({ content, refused }) => [content, refused]);

/** Lets the next retry begin, and gives after which pause it was to be. */
async function untilRetry() {
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  const pause = vi.mocked(setTimeout).mock.lastCall?.[1];
  await vi.advanceTimersToNextTimerAsync();
  return pause;
}

beforeEach(() => {
  onSent.mockReset();
  // Retries are spread at random; here each waits its usual time.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(globalThis, 'setTimeout');
  signIn(asha);
});

afterEach(async () => {
  for (const outbox of opened) outbox.close();
  opened = [];
  vi.useRealTimers();
  for (const person of [asha, ravi]) await eraseKept(String(person));
});

test('messages are sent one after the other, in the order in which they were written', async () => {
  take();
  const answer = server.hold(create);
  const outbox = open();
  outbox.add(3, 'First');
  outbox.add(4, 'Second');
  await expect.poll(() => sent()).toEqual(['First']);
  expect(waiting(outbox)).toEqual([
    ['First', null],
    ['Second', null],
  ]);
  answer();
  await expect.poll(() => outbox.unsent()).toEqual([]);
  expect(sent()).toEqual(['First', 'Second']);
  expect(onSent.mock.calls.map(([{ room, content }]) => [room, content])).toEqual([
    [3, 'First'],
    [4, 'Second'],
  ]);
});

test('without an answer it is tried again, ever more seldom, as the same message', async () => {
  server.lose(create);
  const outbox = open();
  outbox.add(3, 'Good morning');
  const pauses = [];
  for (let time = 0; time < 7; time++) pauses.push(await untilRetry());
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
  take();
  await untilRetry();
  await expect.poll(() => outbox.unsent()).toEqual([]);
  expect(new Set(attempts().map(({ body }) => body.client_id)).size).toBe(1);
  // The next one that fails is tried again soon.
  server.refuse(create, 'busy');
  outbox.add(3, 'And you?');
  expect(await untilRetry()).toBe(1000);
});

test('as soon as there is a network it is tried again', async () => {
  server.lose(create);
  const outbox = open();
  outbox.add(3, 'Good morning');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  take();
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => outbox.unsent()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('who writes too fast reads so, and the message goes when the server allows it', async () => {
  server.refuse(create, 'too_many_requests', { message: 'Please write more slowly.', retryAfter: 30 });
  const outbox = open();
  outbox.add(3, 'Good morning');
  await expect.poll(() => outbox.unsent()[0]?.slower).toBe('Please write more slowly.');
  expect(waiting(outbox)).toEqual([['Good morning', null]]);
  take();
  expect(await untilRetry()).toBe(31_000);
  await expect.poll(() => outbox.unsent()).toEqual([]);
});

test('what the server refuses for good stays with the reason, holds up nothing, and goes again at a press', async () => {
  server.refuse(create, 'wrong_state', { message: 'This room is closed.' });
  const outbox = open();
  outbox.add(3, 'First');
  outbox.add(3, 'Second');
  await expect
    .poll(() => waiting(outbox))
    .toEqual([
      ['First', 'This room is closed.'],
      ['Second', 'This room is closed.'],
    ]);
  expect(vi.getTimerCount()).toBe(0);
  const [first] = outbox.unsent();
  outbox.drop(first!.client_id);
  take();
  outbox.retry();
  await expect.poll(() => outbox.unsent()).toEqual([]);
  expect(sent()).toEqual(['First', 'Second', 'Second']);
});

test('a message that the server is still working on is asked for again', async () => {
  server.refuse(create, 'request_running');
  const outbox = open();
  outbox.add(3, 'Good morning');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  take();
  expect(await untilRetry()).toBe(1000);
  await expect.poll(() => outbox.unsent()).toEqual([]);
});

test('what is given up while it is on its way does not come back with a reason', async () => {
  server.refuse(create, 'wrong_state');
  const answer = server.hold(create);
  const outbox = open();
  outbox.add(3, 'Good morning');
  await expect.poll(() => attempts()).toHaveLength(1);
  outbox.drop(outbox.unsent()[0]!.client_id);
  answer();
  outbox.add(3, 'Another one');
  await expect.poll(() => waiting(outbox).map(([content]) => content)).toEqual(['Another one']);
});

test('when the session has ended it waits, and goes once the same person is back', async () => {
  server.refuse(create, 'session_ended');
  server.refuse('POST /token/refresh/', 'session_ended');
  const outbox = open();
  outbox.add(3, 'Good morning');
  await expect.poll(() => localStorage.getItem('access')).toBe(null);
  take();
  signIn(asha);
  await expect.poll(() => outbox.unsent()).toEqual([]);
});

test('it never goes as another person who has signed in meanwhile', async () => {
  server.lose(create);
  const outbox = open();
  outbox.add(3, 'Good morning');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  take();
  dropSession();
  signIn(ravi);
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('online'));
  outbox.retry();
  const his = open(ravi);
  his.add(3, 'Hello');
  await expect.poll(() => his.unsent()).toEqual([]);
  expect(sent()).toEqual(['Good morning', 'Hello']);
  expect(waiting(outbox)).toEqual([['Good morning', null]]);
});

test('once closed it sends nothing more; the next page sends what was left, in order', async () => {
  server.lose(create);
  const outbox = open();
  outbox.add(3, 'First');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(10);
  outbox.add(3, 'Second');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  outbox.close();
  expect(vi.getTimerCount()).toBe(0);
  const before = attempts().length;
  take();
  outbox.retry();
  window.dispatchEvent(new Event('online'));
  expect(open(ravi).unsent()).toEqual([]);
  expect(attempts()).toHaveLength(before);
  const next = open();
  await expect.poll(() => sent().slice(before)).toEqual(['First', 'Second']);
  await expect.poll(() => next.unsent()).toEqual([]);
});

test('any other page counts what waits, and sends it', async () => {
  server.lose(create);
  const outbox = open();
  outbox.add(3, 'First');
  await vi.advanceTimersByTimeAsync(10);
  outbox.add(3, 'Second');
  await expect.poll(() => attempts().length).toBeGreaterThan(0);
  outbox.close();
  vi.useRealTimers();
  const screen = await show(<UnsentMessages as="line" />, { at: '/', person: asha });
  await expect.element(screen.getByText('2 messages of yours wait to be sent.')).toBeVisible();
  take();
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText(/wait/)).not.toBeInTheDocument();
  expect(sent().slice(-2)).toEqual(['First', 'Second']);
});
