import type { Wait } from '@carecommons/contract/waiting';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { OwnWaits } from './own-waits.tsx';

const wait: Wait = {
  provider: { user: 7, name: 'Dr. Mehta' },
  problem: 'A rash.',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  from_day: null,
  to_day: '2030-02-01',
  joined_at: '2026-01-05T08:00:00Z',
  open: true,
  offer_id: null,
};

test('is not there where one waits for nobody', async () => {
  server.answer('GET /api/waiting/', []);
  const screen = await show(<OwnWaits />);
  await expect.poll(() => server.asked('GET /api/waiting/')).toHaveLength(1);
  expect(screen.getByRole('heading').elements()).toEqual([]);
});

test('is there where it could not be loaded, with the way to try again', async () => {
  server.refuse('GET /api/waiting/', 'busy');
  const screen = await show(<OwnWaits />);
  await expect.element(screen.getByText('Your waiting lists could not be loaded.')).toBeVisible();
  server.answer('GET /api/waiting/', [wait]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Dr. Mehta')).toBeVisible();
  await expect.element(screen.getByText(/^Any day, until /)).toBeVisible();
});

test('says what is offered, and that a list is closed', async () => {
  server.answer('GET /api/waiting/', [{ ...wait, open: false, offer_id: 31 }]);
  const screen = await show(<OwnWaits />);
  await expect
    .element(screen.getByRole('link', { name: 'See the time: Dr. Mehta' }))
    .toHaveAttribute('href', '/appointment/31');
  await expect.element(screen.getByText('The list is closed at present: nothing is offered.')).toBeVisible();
});

test('a list is left after a question; who stays, stays', async () => {
  server.answer('GET /api/waiting/', [wait]);
  const screen = await show(<OwnWaits />);
  const leave = screen.getByRole('button', { name: 'Leave the list of Dr. Mehta' });
  await leave.click();
  await screen.getByRole('button', { name: 'Stay on the list' }).click();
  await expect.element(leave).toHaveFocus();
  expect(server.asked('DELETE /api/waiting/:provider_id/')).toEqual([]);

  await leave.click();
  server.refuse('DELETE /api/waiting/:provider_id/', 'busy');
  const dialog = screen.getByRole('alertdialog', { name: 'Leave the waiting list?' });
  await dialog.getByRole('button', { name: 'Leave the list' }).click();
  await expect.element(dialog.getByText('You are still on the list.')).toBeVisible();
  server.answer('DELETE /api/waiting/:provider_id/', {});
  server.answer('GET /api/waiting/', []);
  await dialog.getByRole('button', { name: 'Leave the list' }).click();
  await expect.element(screen.getByText('Dr. Mehta')).not.toBeInTheDocument();
});
