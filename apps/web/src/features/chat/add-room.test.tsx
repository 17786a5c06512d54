import type { Room } from '@carecommons/contract/chat';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { AddRoom } from './add-room.tsx';
import { BlockedPeople } from './blocked-people.tsx';

const create = 'POST /apis/chat-rooms/create/';
const blocks = 'GET /apis/blocks/';
const block = 'PUT /apis/blocks/:user_id/';
const unblock = 'DELETE /apis/blocks/:user_id/';
const room: Room = {
  id: 3,
  name: 'Sleep',
  description: '',
  member_count: 0,
  closed: false,
  seq: 0,
  read_seq: null,
  unread_count: 0,
};
const add = { name: 'Add the room' };

beforeEach(() => server.answer('GET /check/', { role: 'patient', grants: ['administrator'] }));

test('only administrators add rooms', async () => {
  server.answer('GET /check/', { role: 'patient', grants: ['moderator'] });
  const screen = await show(<AddRoom />);
  await expect.poll(() => server.asked('GET /check/')).toHaveLength(1);
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('a room wants a name; one that is taken is said beside it, and it goes again as another room', async () => {
  const message = 'There is a room with that name already.';
  server.refuse(create, 'invalid_input', { errors: [{ field: 'name', message }] });
  const screen = await show(<AddRoom />);
  await screen.getByRole('button', { name: 'Add a room' }).click();
  const name = screen.getByLabelText('Name');
  await screen.getByRole('button', add).click();
  await expect.element(name).toHaveAccessibleDescription('This is required.');
  expect(server.asked(create)).toEqual([]);
  await name.fill('Sleep');
  await screen.getByRole('button', add).click();
  await expect.element(name).toHaveAccessibleDescription(message);
  server.answer(create, room);
  await name.fill('Sleeping well');
  await screen.getByLabelText(/^Description/).fill('For tired people');
  await screen.getByRole('button', add).click();
  await expect.element(screen.getByRole('button', { name: 'Add a room' })).toBeVisible();
  const [first, second] = server.asked(create);
  expect(second?.body).toEqual({ name: 'Sleeping well', description: 'For tired people' });
  expect(second?.key).not.toBe(first?.key);
});

test('a room that got no answer is sent again as the same room', async () => {
  server.lose(create);
  const screen = await show(<AddRoom />);
  await screen.getByRole('button', { name: 'Add a room' }).click();
  await screen.getByLabelText('Name').fill('Sleep');
  await screen.getByRole('button', add).click();
  await expect.element(screen.getByText('The room was not added.')).toBeVisible();
  server.answer(create, room);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Add a room' })).toBeVisible();
  const [first, second] = server.asked(create);
  expect(second?.key).toBe(first?.key);
});

test('cancelling adds nothing', async () => {
  const screen = await show(<AddRoom />);
  await screen.getByRole('button', { name: 'Add a room' }).click();
  await screen.getByLabelText('Name').fill('Sleep');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByLabelText('Name')).not.toBeInTheDocument();
  expect(server.asked(create)).toEqual([]);
});

test('where nobody is blocked, nothing stands there', async () => {
  server.answer(blocks, []);
  const screen = await show(<BlockedPeople />);
  await expect.poll(() => server.asked(blocks)).toHaveLength(1);
  expect(screen.getByRole('heading').elements()).toEqual([]);
});

test('somebody is unblocked at a press, which a failure says, and blocked again', async () => {
  const ravi = { id: 2, username: 'ravi' };
  server.answer(blocks, [ravi]);
  server.refuse(unblock, 'busy');
  const screen = await show(<BlockedPeople />);
  await screen.getByRole('button', { name: 'Unblock: ravi' }).click();
  await expect.element(screen.getByText('That did not work. Please try again.')).toBeVisible();
  server.answer(unblock, () => {
    server.answer(blocks, []);
    return {};
  });
  await screen.getByRole('button', { name: 'Unblock: ravi' }).click();
  await expect.element(screen.getByText('You see messages of ravi again.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Unblock: ravi' })).not.toBeInTheDocument();
  server.answer(block, () => {
    server.answer(blocks, [ravi]);
    return {};
  });
  await screen.getByRole('button', { name: 'Block ravi again' }).click();
  await expect.element(screen.getByText(/^You no longer see messages of ravi/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Unblock: ravi' })).toBeVisible();
});
