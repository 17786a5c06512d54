import type { SecondFactor as State } from '@carecommons/contract/second-factor';
import { expect, test } from 'vitest';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { SecondFactor } from './second-factor.tsx';

const none: State = {
  required: false,
  confirmed: false,
  app_added_at: null,
  passkeys: [],
  passkeys_possible: true,
  recovery_codes_left: 0,
};
const secret = { secret: 'ABCDEFGH', uri: 'otpauth://totp/asha?secret=ABCDEFGH' };

test('what could not be loaded is tried again', async () => {
  server.refuse('GET /account/second-factor/', 'busy');
  const screen = await show(<SecondFactor username="asha" />);
  await expect.element(screen.getByText('Your second step could not be loaded.')).toBeVisible();
  server.answer('GET /account/second-factor/', none);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});

test('whoever holds a grant is asked to set one up', async () => {
  server.answer('GET /account/second-factor/', { ...none, required: true });
  const screen = await show(<SecondFactor username="asha" />);
  await expect.element(screen.getByText(/^You help to run this site\./)).toBeVisible();
});

test('what there is cannot be changed before it is confirmed', async () => {
  server.answer('GET /account/second-factor/', {
    ...none,
    passkeys: [{ id: 3, name: 'Phone', added_at: '2026-01-05T08:00:00Z', last_used_at: null }],
  });
  const screen = await show(<SecondFactor username="asha" />);
  await expect.element(screen.getByText('Phone', { exact: false }).first()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Set up an app' }).elements()).toEqual([]);
});

test('an app is added by a first code of it, and its recovery codes are shown once', async () => {
  server.answer('GET /account/second-factor/', none);
  server.answer('POST /account/second-factor/app/', secret);
  const screen = await show(<SecondFactor username="asha" />);
  await screen.getByRole('button', { name: 'Set up an app' }).click();
  await expect.element(screen.getByText('ABCD EFGH')).toBeVisible();
  // On the phone that has the app there is nothing to scan with.
  await expect.element(screen.getByRole('link', { name: 'Open in my app' })).toHaveAttribute('href', secret.uri);
  await expect.element(screen.getByRole('button', { name: 'Copy: Secret' })).toBeVisible();
  const message = 'This code is wrong or has already been used. Please enter the next one.';
  server.refuse('POST /account/second-factor/app/confirm/', 'invalid_input', { errors: [{ field: 'code', message }] });
  await screen.getByLabelText('Code').fill('000000');
  await screen.getByLabelText('Current password').fill('wet otters sing');
  await screen.getByRole('button', { name: 'Add the app' }).click();
  await expect.element(screen.getByLabelText('Code')).toHaveAccessibleDescription(new RegExp(message));
  server.answer('POST /account/second-factor/app/confirm/', { recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] });
  await screen.getByLabelText('Code').fill('123456');
  await screen.getByRole('button', { name: 'Add the app' }).click();
  await expect.element(screen.getByText('cccc-dddd')).toBeVisible();
  expect(server.asked('POST /account/second-factor/app/confirm/')[1]?.body).toEqual({
    code: '123456',
    current_password: 'wet otters sing',
  });
});

test('a setup that could not be started is tried again', async () => {
  server.answer('GET /account/second-factor/', none);
  server.refuse('POST /account/second-factor/app/', 'busy');
  const screen = await show(<SecondFactor username="asha" />);
  await screen.getByRole('button', { name: 'Set up an app' }).click();
  await expect.element(screen.getByText('The setup could not be started.')).toBeVisible();
  server.answer('POST /account/second-factor/app/', secret);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('ABCD EFGH')).toBeVisible();
});
