import type { Message, Room } from '@carecommons/contract/chat';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { RoomView } from './room-view.tsx';

const line = 'GET /apis/messages/:room_id/';
const create = 'POST /apis/messages-create/:room_id/';
const room: Room = {
  id: 3,
  name: 'Sleep',
  description: '',
  member_count: 2,
  closed: false,
  seq: 1000,
  read_seq: 1000,
  unread_count: 0,
};
const others = ['meera', 'ravi'] as const;

/** One message of a room that has gone on for about two weeks, short ones and long ones. */
const messageAt = (seq: number): Message => ({
  id: seq,
  room: room.id,
  seq,
  content: `Number ${seq}. ${'I could not sleep again. '.repeat(seq % 7)}`,
  timestamp: new Date(Date.UTC(2026, 0, 1) + seq * 20 * 60_000).toISOString(),
  user: { id: 2 + (Math.floor(seq / 3) % 2), username: others[Math.floor(seq / 3) % 2] ?? '' },
  client_id: `client-${seq}`,
  hidden_reason: null,
});

const all = Array.from({ length: room.seq }, (_, index) => messageAt(index + 1));

beforeEach(async () => {
  await page.viewport(360, 740);
  server.answer('GET /apis/blocks/', []);
  server.answer('POST /apis/chat-rooms/:room_id/read/', ({ body }) => ({ read_seq: body.seq, unread_count: 0 }));
});

/** Lists a room as the server does: the newest page, and by its cursor the one before. */
function give(messages: readonly Message[]) {
  const pageOf = ({ query }: { query: Record<string, string> }) => {
    const before = query.cursor === undefined ? messages.length : Number(query.cursor);
    return { from: Math.max(0, before - Number(query.limit ?? 50)), before };
  };
  server.answer(
    line,
    (asked) => {
      const { from, before } = pageOf(asked);
      if (asked.query.after !== undefined) return messages.filter(({ seq }) => seq > Number(asked.query.after));
      return messages.slice(from, before);
    },
    (asked) => {
      const { from } = pageOf(asked);
      return from === 0 || asked.query.after !== undefined ? undefined : String(from);
    },
  );
}

const opened = () =>
  show(<RoomView room={room} reader={{ user_id: 1, moderates: false }} />, { at: '/chat/3', person: 1 });
const log = () => document.querySelector<HTMLElement>('[role=log]')!;
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const below = () => log().scrollHeight - log().scrollTop - log().clientHeight;

/** The message that stands first in view, and where its top is. */
function firstInView() {
  const top = log().getBoundingClientRect().top;
  const rows = [...log().querySelectorAll('article')];
  const first = rows.find((row) => row.getBoundingClientRect().top >= top)!;
  return { text: first.textContent, top: Math.round(first.getBoundingClientRect().top) };
}
const topOf = (text: string) =>
  Math.round(
    [...log().querySelectorAll('article')].find((row) => row.textContent === text)?.getBoundingClientRect().top ??
      Number.NaN,
  );

test('what one sends is in view at once, also where it begins a day, and whether one had scrolled up or not', async () => {
  const messages = [...all];
  give(messages);
  server.answer(create, ({ body }) => {
    const message = {
      ...messageAt(messages.length + 1),
      content: body.content,
      timestamp: new Date().toISOString(),
      user: { id: 1, username: 'asha' },
      client_id: String(body.client_id),
    };
    messages.push(message);
    return message;
  });
  const screen = await opened();
  await expect.element(screen.getByText(/^Number 1000\./)).toBeInViewport();
  for (const [round, text] of ['The first thing', 'The second thing\n'.repeat(4), 'The third thing'].entries()) {
    if (round === 2) log().scrollTop -= 2000;
    await screen.getByLabelText('Message', { exact: true }).fill(text);
    await screen.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => log().textContent).toContain(text.trim());
    await expect.poll(below).toBeLessThan(2);
    // And it stays there when the server has taken it.
    await expect.poll(() => server.asked(create).length).toBe(round + 1);
    for (let n = 0; n < 20; n++) await frame();
    expect(below()).toBeLessThan(2);
  }
});

test('small steps up leave the end, as arrow keys and slow fingers make them', async () => {
  give(all);
  const screen = await opened();
  await expect.element(screen.getByText(/^Number 1000\./)).toBeInViewport();
  for (let n = 0; n < 10; n++) await frame();
  for (let step = 1; step <= 8; step++) {
    const before = below();
    log().scrollTop -= 40;
    for (let n = 0; n < 4; n++) await frame();
    expect(below()).toBeGreaterThan(before + 37);
  }
  // Back at the end, what comes is followed again.
  log().scrollTop = log().scrollHeight;
  for (let n = 0; n < 4; n++) await frame();
  expect(below()).toBeLessThan(2);
});

test('a fling to the top loads all of a room of 1,000 messages, and one page after the other comes', async () => {
  give(all);
  const screen = await opened();
  await expect.element(screen.getByText(/^Number 1000\./)).toBeInViewport();
  const end = performance.now() + 10_000;
  while (!(log().textContent ?? '').includes('Number 1.') && performance.now() < end) {
    log().scrollTop = 0;
    await frame();
    await frame();
  }
  expect(log().textContent).toContain('Number 1.');
});

test('what one reads stays where it is when older messages come above it', async () => {
  give(all);
  const screen = await opened();
  await expect.element(screen.getByText(/^Number 1000\./)).toBeInViewport();
  for (let time = 0; time < 6; time++) {
    const more = server.hold(line);
    const asked = server.asked(line).length;
    log().scrollTop = 0;
    await expect.poll(() => server.asked(line).length).toBe(asked + 1);
    for (let n = 0; n < 5; n++) await frame();
    const reading = firstInView();
    more();
    await expect.poll(() => log().scrollTop).toBeGreaterThan(1000);
    for (let n = 0; n < 5; n++) await frame();
    expect(Math.abs(topOf(reading.text) - reading.top)).toBeLessThanOrEqual(2);
  }
});

test('on a phone, what stands around the messages takes little of the room', async () => {
  give(all);
  const screen = await opened();
  await expect.element(screen.getByText(/^Number 1000\./)).toBeInViewport();
  const whole = screen.getByRole('region', { name: 'Sleep' }).element();
  expect(server.asked(line)).toHaveLength(1);
  expect(whole.clientHeight - log().clientHeight).toBeLessThanOrEqual(170);
});
