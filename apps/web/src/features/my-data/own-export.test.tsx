import type { DataExport } from '@carecommons/contract/my-data';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { OwnExport } from './own-export.tsx';

const waiting: DataExport = {
  id: 1,
  state: 'waiting',
  asked_at: '2030-01-05T08:00:00Z',
  done: 0,
  total: null,
  bytes: null,
  ends_at: '2030-01-06T08:00:00Z',
  download: null,
};
const ready: DataExport = { ...waiting, state: 'ready', bytes: 3_500_000, download: '/files/exports/1/?token=x' };

test('what could not be loaded is tried again', async () => {
  server.refuse('GET /api/my-data/exports/', 'busy');
  const screen = await show(<OwnExport />);
  await expect.element(screen.getByText('This could not be loaded.')).toBeVisible();
  server.answer('GET /api/my-data/exports/', { export: null });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Ask for a copy' })).toBeVisible();
});

test('a wrong password is said at its field; a right one begins the copy', async () => {
  server.answer('GET /api/my-data/exports/', { export: null });
  server.refuse('POST /api/my-data/exports/', 'invalid_input', {
    errors: [{ field: 'current_password', message: 'This password is wrong.' }],
  });
  const screen = await show(<OwnExport />);
  await screen.getByRole('button', { name: 'Ask for a copy' }).click();
  const password = screen.getByLabelText('Your password');
  await password.fill('violet tractor 88');
  await screen.getByRole('button', { name: 'Put my data together' }).click();
  await expect.element(password).toHaveAccessibleDescription(/This password is wrong/);
  server.answer('POST /api/my-data/exports/', waiting);
  server.answer('GET /api/my-data/exports/', { export: waiting });
  await screen.getByRole('button', { name: 'Put my data together' }).click();
  await expect.element(screen.getByText('It is about to begin…')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Ask for/ })).not.toBeInTheDocument();
});

test('says how far it is', async () => {
  server.answer('GET /api/my-data/exports/', { export: { ...waiting, state: 'running', done: 40, total: 160 } });
  const screen = await show(<OwnExport />);
  await expect.element(screen.getByText('40 of 160 entries and files')).toBeVisible();
});

test('is saved from its link once it is ready, and can be asked for again', async () => {
  server.answer('GET /api/my-data/exports/', { export: ready });
  const screen = await show(<OwnExport />);
  const link = screen.getByRole('link', { name: 'Save the copy (3.3 MB)' });
  await expect.element(link).toHaveAttribute('href', '/files/exports/1/?token=x');
  await expect.element(screen.getByRole('button', { name: 'Ask for a new copy' })).toBeVisible();
});

test('one that failed says that it is tried again', async () => {
  server.answer('GET /api/my-data/exports/', { export: { ...waiting, state: 'failed' } });
  const screen = await show(<OwnExport />);
  await expect.element(screen.getByText(/^It did not work just now/)).toBeVisible();
});
