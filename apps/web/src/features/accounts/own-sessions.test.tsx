import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { OwnSessions } from './own-sessions.tsx';

const here = {
  id: '1',
  device: 'Firefox on Linux',
  opened_at: '2026-01-05T08:00:00Z',
  used_at: '2026-01-05T09:00:00Z',
  current: true,
};
const phone = { ...here, id: '2', device: 'Chrome on Android', current: false };

test('says that the list is coming, then shows it', async () => {
  server.answer('GET /account/sessions/', [here, phone]);
  const arrive = server.hold('GET /account/sessions/');
  const screen = await show(<OwnSessions />);
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument();
  arrive();
  await expect.element(screen.getByText('This device')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Sign out Chrome on Android/ })).toBeVisible();
});

test('the only session offers nothing to end', async () => {
  server.answer('GET /account/sessions/', [here]);
  const screen = await show(<OwnSessions />);
  await expect.element(screen.getByText('This device')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('what could not be loaded is tried again', async () => {
  server.refuse('GET /account/sessions/', 'busy');
  const screen = await show(<OwnSessions />);
  await expect.element(screen.getByText('Your sessions could not be loaded.')).toBeVisible();
  server.answer('GET /account/sessions/', [here]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('This device')).toBeVisible();
});

test('a session is ended after a confirmation, by the password where there is no second factor', async () => {
  server.answer('GET /account/sessions/', [here, phone]);
  server.refuse('DELETE /account/sessions/:session_id/', 'confirmation_required');
  server.answer('GET /account/second-factor/', {
    required: false,
    confirmed: false,
    app_added_at: null,
    passkeys: [],
    passkeys_possible: true,
    recovery_codes_left: 0,
  });
  const screen = await show(<OwnSessions />);
  await screen.getByRole('button', { name: /^Sign out Chrome on Android/ }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Confirm it’s you' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('That was not signed out. Please try again.')).toBeVisible();
});
