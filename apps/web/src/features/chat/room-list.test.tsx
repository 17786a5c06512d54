import type { Room } from '@carecommons/contract/chat';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { RoomCards, RoomColumn } from './room-list.tsx';

const line = 'GET /apis/chat-rooms/';
const sleep: Room = {
  id: 3,
  name: 'Schlafen',
  description: 'On sleeping.',
  member_count: 1,
  closed: false,
  seq: 9,
  read_seq: 7,
  unread_count: 2,
};
const closed: Room = { ...sleep, id: 4, name: 'Old room', closed: true, member_count: 12, unread_count: 0 };

test('says that no room is open, or that the rooms could not be loaded', async () => {
  server.refuse(line, 'busy');
  const screen = await show(<RoomCards />, { at: '/chat' });
  await expect.element(screen.getByText('The rooms could not be loaded.')).toBeVisible();
  server.answer(line, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No rooms are open yet')).toBeVisible();
});

test('each room says how many are active, what is unread and whether it is closed, and leads there', async () => {
  server.answer(line, [sleep, closed]);
  const screen = await show(<RoomCards />, { at: '/chat' });
  const [first, second] = [screen.getByRole('article').first(), screen.getByRole('article').last()];
  await expect.element(first.getByText('1 active member', { exact: true })).toBeVisible();
  await expect.element(first.getByRole('link', { name: /^Join room ?: Schlafen$/ })).toHaveAttribute('href', '/room/3');
  await expect.element(first.getByText('2 unread messages')).toBeInTheDocument();
  expect(first.getByText('Closed').elements()).toEqual([]);
  await expect.element(second.getByText('12 active members')).toBeVisible();
  await expect.element(second.getByText('Closed', { exact: true })).toBeVisible();
});

test('the description runs the way of its own letters', async () => {
  server.answer(line, [{ ...sleep, description: 'نیند کے بارے میں' }]);
  const screen = await show(<RoomCards />, { at: '/chat' });
  const topic = screen.getByText('نیند کے بارے میں');
  await expect.element(topic).toBeVisible();
  expect(getComputedStyle(topic.element()).direction).toBe('rtl');
});

test('beside a room the others stand with what is unread; the open one is marked, and counts nothing', async () => {
  server.answer(line, [sleep, { ...sleep, id: 5, name: 'Food' }]);
  const screen = await show(<RoomColumn current={3} />, { at: '/room/3' });
  await expect.element(screen.getByRole('link', { name: 'Schlafen', exact: true })).toHaveAttribute('aria-current');
  await expect.element(screen.getByRole('link', { name: /^Food.*2/ })).not.toHaveAttribute('aria-current');
});
