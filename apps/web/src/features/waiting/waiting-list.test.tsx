import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { WaitingList } from './waiting-list.tsx';

test('says how many wait, and is closed and opened', async () => {
  server.answer('GET /api/waiting-list/', { open: true, waiting: 1 });
  server.answer('PUT /api/waiting-list/', ({ body }) => ({ open: body.open, waiting: 1 }));
  const screen = await show(<WaitingList />);
  await expect.element(screen.getByText('1 person waits for a time to become free.')).toBeVisible();
  await screen.getByRole('button', { name: 'Close the list' }).click();
  await expect
    .element(screen.getByText('The list is closed: nobody can join it, and nothing is offered.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Open the list' })).toBeVisible();
});

test('what was not saved is said, and stays as it was', async () => {
  server.answer('GET /api/waiting-list/', { open: false, waiting: 0 });
  server.refuse('PUT /api/waiting-list/', 'busy');
  const screen = await show(<WaitingList />);
  await expect.element(screen.getByText('Nobody waits for a time to become free.')).toBeVisible();
  await screen.getByRole('button', { name: 'Open the list' }).click();
  await expect.element(screen.getByText('That was not saved. Please try again.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Open the list' })).toBeVisible();
});

test('what could not be loaded is tried again', async () => {
  server.refuse('GET /api/waiting-list/', 'busy');
  const screen = await show(<WaitingList />);
  await expect.element(screen.getByText('Your waiting list could not be loaded.')).toBeVisible();
  server.answer('GET /api/waiting-list/', { open: true, waiting: 2 });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('2 people wait for a time to become free.')).toBeVisible();
});
