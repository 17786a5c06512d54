import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Leaves } from './leaves.tsx';

const leave = { id: 3, from: '2030-01-05T03:30:00Z', to: '2030-01-07T12:30:00Z', reason: 'A wedding' };
const leaves = <Leaves zone="Asia/Kolkata" />;

test('says that none is planned', async () => {
  server.answer('GET /api/leaves/', []);
  const screen = await show(leaves);
  await expect.element(screen.getByText('No leave is planned.')).toBeVisible();
});

test('what could not be loaded is tried again', async () => {
  server.refuse('GET /api/leaves/', 'busy');
  const screen = await show(leaves);
  await expect.element(screen.getByText('Your leaves could not be loaded.')).toBeVisible();
  server.answer('GET /api/leaves/', [leave]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('A wedding')).toBeVisible();
});

test('one is ended after a question', async () => {
  server.answer('GET /api/leaves/', [leave]);
  const screen = await show(leaves);
  await screen.getByRole('button', { name: /^End leave from / }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'End this leave?' });
  server.refuse('DELETE /api/leaves/:leave_id/', 'busy');
  await dialog.getByRole('button', { name: 'End leave' }).click();
  await expect.element(dialog.getByText('The leave was not ended.')).toBeVisible();
  server.answer('DELETE /api/leaves/:leave_id/', {});
  server.answer('GET /api/leaves/', []);
  await dialog.getByRole('button', { name: 'End leave' }).click();
  await expect.element(screen.getByText('No leave is planned.')).toBeVisible();
});
