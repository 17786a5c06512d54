import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ChangePassword } from './change-password.tsx';

type Screen = Awaited<ReturnType<typeof show>>;

async function change(screen: Screen, present = 'wet otters sing', next = 'dry badgers hum') {
  await screen.getByLabelText('Current password').fill(present);
  await screen.getByLabelText('New password').fill(next);
  await screen.getByRole('button', { name: 'Change password' }).click();
}

test('both passwords are wanted, the new one of eight characters', async () => {
  const screen = await show(<ChangePassword username="asha" />);
  await change(screen, '', 'otters');
  await expect.element(screen.getByLabelText('Current password')).toHaveAccessibleDescription('This is required.');
  await expect
    .element(screen.getByLabelText('New password'))
    .toHaveAccessibleDescription(/Please use at least 8 characters\.$/);
});

test('a wrong present password is said beside it', async () => {
  const message = 'This is not your password.';
  server.refuse('POST /account/password/', 'invalid_input', { errors: [{ field: 'current_password', message }] });
  const screen = await show(<ChangePassword username="asha" />);
  await change(screen);
  await expect.element(screen.getByLabelText('Current password')).toHaveAccessibleDescription(message);
  await expect.element(screen.getByText('Your password was not changed.')).toBeVisible();
});

test('once changed it says so, and the form is empty again', async () => {
  server.answer('POST /account/password/', {});
  const screen = await show(<ChangePassword username="asha" />);
  await screen.getByRole('checkbox').click();
  await change(screen);
  await expect
    .element(screen.getByText('Your password is changed. Your other sessions were signed out.'))
    .toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Password' })).toHaveFocus();
  await expect.element(screen.getByLabelText('Current password')).toHaveValue('');
  expect(server.asked('POST /account/password/')[0]?.body).toEqual({
    current_password: 'wet otters sing',
    new_password: 'dry badgers hum',
    end_links: false,
  });
});

test('where the server wants to know that it is them, it goes on after that', async () => {
  server.refuse('POST /account/password/', 'second_factor_required');
  server.answer('GET /account/second-factor/', {
    required: false,
    confirmed: false,
    app_added_at: '2026-01-05T08:00:00Z',
    passkeys: [],
    passkeys_possible: false,
    recovery_codes_left: 10,
  });
  server.answer('POST /token/refresh/', { access: 'access2', refresh: 'refresh2' });
  const screen = await show(<ChangePassword username="asha" />);
  await change(screen);
  const dialog = screen.getByRole('alertdialog', { name: 'Confirm it’s you' });
  server.refuse('POST /account/second-factor/confirm/', 'invalid_code');
  await dialog.getByLabelText('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog.getByText('This is not confirmed.')).toBeVisible();
  server.answer('POST /account/second-factor/confirm/', {});
  server.answer('POST /account/password/', {});
  await dialog.getByLabelText('Code').fill('123456');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect
    .element(screen.getByText('Your password is changed. Your other sessions were signed out.'))
    .toBeVisible();
  const [first, second] = server.asked('POST /account/password/');
  expect(second?.body).toEqual(first?.body);
});
