import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const form = <ResetPasswordForm token="t0ken" />;
const passkeys = [
  { id: 3, name: 'Old phone', added_at: '2026-01-05T08:00:00Z' },
  { id: 4, name: 'Laptop', added_at: '2026-01-06T08:00:00Z' },
];

test('sets the password, and removes the passkeys that were chosen', async () => {
  server.answer('POST /reset-password/passkeys/', { passkeys, removable: true });
  server.answer('POST /reset-password/', {});
  const screen = await show(form, { signedIn: false });
  await screen.getByRole('checkbox', { name: /^Old phone/ }).click();
  await screen.getByLabelText('New password').fill('dry badgers hum');
  await screen.getByRole('button', { name: 'Change password' }).click();
  await expect.element(screen.getByText('Your password is changed.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  expect(server.asked('POST /reset-password/')[0]?.body).toEqual({
    token: 't0ken',
    new_password: 'dry badgers hum',
    end_links: true,
    remove_passkeys: [3],
  });
});

test('passkeys that the link cannot remove are shown and not offered', async () => {
  server.answer('POST /reset-password/passkeys/', { passkeys, removable: false });
  const screen = await show(form, { signedIn: false });
  await expect.element(screen.getByText(/^Old phone/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /^Old phone/ }).elements()).toEqual([]);
});

test('it works where the passkeys cannot be asked for, and says when the link has ended', async () => {
  server.refuse('POST /reset-password/passkeys/', 'busy');
  server.refuse('POST /reset-password/', 'link_ended');
  const screen = await show(form, { signedIn: false });
  await screen.getByLabelText('New password').fill('dry badgers hum');
  await screen.getByRole('button', { name: 'Change password' }).click();
  await expect.element(screen.getByText('Your password was not changed.')).toBeVisible();
  await expect.element(screen.getByText('This link has expired. Please ask for a new one.')).toBeVisible();
});
